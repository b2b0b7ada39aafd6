import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type {
  ApplyInput,
  ChangeFilter,
  ChangePage,
  Changes,
  ChangeView,
  StageInput,
} from '../../contract.ts';
import type { Approvals } from './approvals.ts';
import { withApprovals } from './standing-view.ts';

/** The pipeline, with the approvals of every change it shows. */
export class ReviewedChanges implements Changes {
  readonly #changes: Changes;
  readonly #database: Database;
  readonly #approvals: Pick<Public<Approvals>, 'standings'>;

  constructor(changes: Changes, database: Database, approvals: Pick<Public<Approvals>, 'standings'>) {
    this.#changes = changes;
    this.#database = database;
    this.#approvals = approvals;
  }

  async stage(principal: Principal, input: StageInput, work?: UnitOfWork): Promise<ChangeView> {
    return this.#one(principal, await this.#changes.stage(principal, input, work));
  }

  async list(principal: Principal, filter: ChangeFilter, page: ChangePage) {
    const { items, total } = await this.#changes.list(principal, filter, page);
    return { items: await withApprovals(this.#database, this.#approvals, principal, items), total };
  }

  async get(principal: Principal, id: string, options?: { refresh?: boolean }): Promise<ChangeView> {
    return this.#one(principal, await this.#changes.get(principal, id, options));
  }

  async apply(principal: Principal, id: string, input: ApplyInput) {
    const applied = await this.#changes.apply(principal, id, input);
    return { ...applied, change: await this.#done(principal, applied.change) };
  }

  async confirm(principal: Principal, id: string) {
    const confirmed = await this.#changes.confirm(principal, id);
    return { ...confirmed, change: await this.#done(principal, confirmed.change) };
  }

  async undo(principal: Principal, id: string): Promise<ChangeView> {
    return this.#one(principal, await this.#changes.undo(principal, id));
  }

  async discard(principal: Principal, id: string, options: { force: boolean }): Promise<ChangeView> {
    return this.#one(principal, await this.#changes.discard(principal, id, options));
  }

  async #one(principal: Principal, view: ChangeView): Promise<ChangeView> {
    const [shown] = await withApprovals(this.#database, this.#approvals, principal, [view]);
    return shown ?? view;
  }

  /** What was done is told, though its approvals cannot be read just now. */
  #done(principal: Principal, view: ChangeView): Promise<ChangeView> {
    return this.#one(principal, view).catch(() => view);
  }
}
