import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { adapterFailure } from '@patchbay/module-gateway/contract';
import type { ApplyInput, ChangeFilter, ChangePage, Changes, ChangeView, StageInput } from '../contract.ts';
import type { Applier } from './apply-change.ts';
import type { ChangeStore } from './change-store.ts';
import { viewOfAttempt, viewOfChange } from './change-view.ts';
import { discardChange } from './discard-change.ts';
import type { LiveValues } from './live-values.ts';

export interface StagedChangesDeps {
  readonly database: Database;
  readonly permissions: PermissionMap;
  readonly staging: Pick<Changes, 'stage'>;
  readonly applier: Public<Applier>;
  readonly live: Public<LiveValues>;
  readonly store: Public<ChangeStore>;
}

/** What other modules and the routes see of the pipeline. */
export class StagedChanges implements Changes {
  readonly #deps: StagedChangesDeps;

  constructor(deps: StagedChangesDeps) {
    this.#deps = deps;
  }

  stage(principal: Principal, input: StageInput, work?: UnitOfWork): Promise<ChangeView> {
    return this.#deps.staging.stage(principal, input, work);
  }

  async list(principal: Principal, filter: ChangeFilter, page: ChangePage) {
    const { items, total } = await this.#deps.store.list(principal, filter, page);
    return { items: items.map(viewOfChange), total };
  }

  async get(principal: Principal, id: string, options: { refresh?: boolean } = {}): Promise<ChangeView> {
    const change = await this.#deps.store.find(principal, id);
    if (options.refresh !== true) return viewOfChange(change);
    try {
      return viewOfChange(await this.#deps.live.refresh(principal, change));
    } catch (error) {
      throw adapterFailure(error);
    }
  }

  async apply(principal: Principal, id: string, input: ApplyInput) {
    const { change, attempt } = await this.#deps.applier.apply(principal, id, input);
    return { change: viewOfChange(change), attempt: viewOfAttempt(attempt) };
  }

  discard(principal: Principal, id: string, options: { force: boolean }): Promise<ChangeView> {
    return discardChange(this.#deps.database, this.#deps.permissions, principal, id, options);
  }
}
