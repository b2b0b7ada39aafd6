import type { Page } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Static } from 'typebox';
import type { ChangeSetInput, ChangeSetListItem, ChangeSetSchema } from '../schemas/change-sets.ts';
import type { SetQuery } from '../services/change-sets/set-rows.ts';

export { changeSetFinished, changeSetProgress } from '../events/change-sets.ts';
export { ChangeSetSchema } from '../schemas/change-sets.ts';

export type NewChangeSet = Readonly<Static<typeof ChangeSetInput>>;
export type ChangeSetView = Static<typeof ChangeSetSchema>;

/** Pending changes in an order. A set is a draft until it is applied, by its maker or another user. */
export interface ChangeSetsService {
  /** Throws `kernel.not_found`, `kernel.forbidden`, `changes.not_pending`, `changes.in_another_set`. */
  create(principal: Principal, input: NewChangeSet): Promise<ChangeSetView>;
  get(principal: Principal, id: string): Promise<ChangeSetView>;
  list(principal: Principal, query: SetQuery): Promise<Page<Static<typeof ChangeSetListItem>>>;
  apply(principal: Principal, id: string, force: unknown): Promise<ChangeSetView>;
  continue(principal: Principal, id: string): Promise<ChangeSetView>;
  cancel(principal: Principal, id: string): Promise<ChangeSetView>;
}

export const CHANGE_SETS: Token<ChangeSetsService> = token('changes.sets');
