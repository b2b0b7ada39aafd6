import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import type { ControllerView } from '@patchbay/module-inventory/contract';
import { adapterFailure } from '@patchbay/vendor-kit';
import type {
  ApplyInput,
  ChangeFilter,
  ChangePage,
  Changes,
  ChangeView,
  StageInput,
} from '../../contract.ts';
import type { Applier } from '../applying/applier.ts';
import type { Settled } from '../applying/attempt-settling.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { viewOfTally } from '../approvals/tally-view.ts';
import type { Confirming } from '../confirmations/confirming.ts';
import type { LiveValues } from '../live/live-values.ts';
import { type ChangeStore, findChange } from '../record/change-store.ts';
import { type ChangeRow, viewOfAttempt, viewOfChange } from '../record/change-view.ts';
import type { Undoing } from '../undo/undoing.ts';
import { conflictsOf } from './conflicts.ts';
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
  readonly approvals: Pick<Public<Approvals>, 'tallies'>;
}

/** The pipeline for other modules and the routes. */
export class StagedChanges extends Service<StagedChangesDeps> implements Changes {
  stage(
    principal: Principal,
    input: StageInput,
    work?: UnitOfWork,
    shown?: ControllerView,
  ): Promise<ChangeView> {
    return this.parts.staging.stage(principal, input, work, shown);
  }

  async list(principal: Principal, filter: ChangeFilter, page: ChangePage) {
    const { items, total } = await this.parts.store.list(principal, filter, page);
    return { items: await this.#views(principal, items), total };
  }

  async get(principal: Principal, id: string, options: { refresh?: boolean } = {}): Promise<ChangeView> {
    const { database, live } = this.parts;
    if (options.refresh !== true)
      return database.read(principal, async (unit) => this.#view(principal, await findChange(unit, id)));
    const change = await this.parts.store.find(principal, id);
    try {
      return await this.#view(principal, await live.refresh(principal, change));
    } catch (error) {
      throw adapterFailure(error);
    }
  }

  async apply(principal: Principal, id: string, input: ApplyInput) {
    return this.#viewOfSettled(principal, await this.parts.applier.apply(principal, id, input));
  }

  async confirm(principal: Principal, id: string) {
    return this.#viewOfSettled(principal, await this.parts.confirming.confirm(principal, id));
  }

  undo(principal: Principal, id: string): Promise<ChangeView> {
    return this.parts.undoing.undo(principal, id);
  }

  async discard(principal: Principal, id: string, options: { force: boolean }): Promise<ChangeView> {
    return this.#view(principal, await discardChange(this.parts, principal, id, options));
  }

  /** It is answered even when approvals that were not read with it cannot be read just now. */
  async #viewOfSettled(principal: Principal, { change, attempt, approvals }: Settled) {
    const view = approvals
      ? { ...viewOfChange(change), approvals: viewOfTally(approvals) }
      : await this.#view(principal, change).catch(() => viewOfChange(change));
    return { change: view, attempt: viewOfAttempt(attempt) };
  }

  async #view(principal: Principal, change: ChangeRow): Promise<ChangeView> {
    const [view] = await this.#views(principal, [change]);
    return view ?? viewOfChange(change);
  }

  /** With conflicts, required approvals and votes of each. */
  async #views(principal: Principal, rows: readonly ChangeRow[]): Promise<readonly ChangeView[]> {
    if (rows.length === 0) return [];
    return this.parts.database.read(principal, async (unit) => {
      const [conflicts, tallies] = await Promise.all([
        conflictsOf(unit, rows),
        this.parts.approvals.tallies(unit, rows),
      ]);
      return rows.map((row) => {
        const view = viewOfChange(row, conflicts.get(row.id));
        const tally = tallies.get(row.id);
        return tally === undefined ? view : { ...view, approvals: viewOfTally(tally) };
      });
    });
  }
}
