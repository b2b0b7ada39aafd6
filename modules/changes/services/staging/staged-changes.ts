import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { adapterFailure } from '@patchbay/vendor-kit';
import type {
  ApplyInput,
  ChangeFilter,
  ChangePage,
  Changes,
  ChangeView,
  StageInput,
} from '../../contract.ts';
import type { Applier } from '../applying/apply-change.ts';
import type { Confirming } from '../confirmations/confirm-change.ts';
import type { LiveValues } from '../live/live-values.ts';
import type { ChangeStore } from '../record/change-store.ts';
import { type ChangeRow, viewOfAttempt, viewOfChange } from '../record/change-view.ts';
import type { Undoing } from '../undo/undo-change.ts';
import { discardChange } from './discard-change.ts';
import type { FeatureIndex } from './feature-index.ts';

export interface StagedChangesDeps {
  readonly database: Database;
  readonly permissions: PermissionMap;
  readonly features: Public<FeatureIndex>;
  readonly staging: Pick<Changes, 'stage'>;
  readonly applier: Public<Applier>;
  readonly live: Public<LiveValues>;
  readonly confirming: Public<Confirming>;
  readonly undoing: Public<Undoing>;
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
    const conflicts = await this.#deps.store.conflicts(principal, items);
    return { items: items.map((row) => viewOfChange(row, conflicts.get(row.id))), total };
  }

  async get(principal: Principal, id: string, options: { refresh?: boolean } = {}): Promise<ChangeView> {
    const change = await this.#deps.store.find(principal, id);
    if (options.refresh !== true) return this.#view(principal, change);
    try {
      return await this.#view(principal, await this.#deps.live.refresh(principal, change));
    } catch (error) {
      throw adapterFailure(error);
    }
  }

  async apply(principal: Principal, id: string, input: ApplyInput) {
    const { change, attempt } = await this.#deps.applier.apply(principal, id, input);
    return { change: await this.#view(principal, change), attempt: viewOfAttempt(attempt) };
  }

  async confirm(principal: Principal, id: string) {
    const { change, attempt } = await this.#deps.confirming.confirm(principal, id);
    return { change: viewOfChange(change), attempt: viewOfAttempt(attempt) };
  }

  undo(principal: Principal, id: string): Promise<ChangeView> {
    return this.#deps.undoing.undo(principal, id);
  }

  discard(principal: Principal, id: string, options: { force: boolean }): Promise<ChangeView> {
    return discardChange(this.#deps, principal, id, options);
  }

  async #view(principal: Principal, change: ChangeRow): Promise<ChangeView> {
    const conflicts = await this.#deps.store.conflicts(principal, [change]);
    return viewOfChange(change, conflicts.get(change.id));
  }
}
