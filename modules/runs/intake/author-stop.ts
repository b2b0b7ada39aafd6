import { Service } from '@patchbay/kernel/di';
import { forbidden } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Owner } from '../owners/owner.ts';
import type { StepRecord } from '../records/step-record.ts';
import type { Step } from '../steps/sealed-steps.ts';
import type { RunAuthors } from './run-authors.ts';

/** Reasons for which an owner is paused until another user takes it over (DECISIONS 28). */
export const AUTHOR_REFUSAL = 'author_disabled';
export const LOST_RIGHT = 'author_lost_right';

/**
 * Whether one of the steps carried out just now was refused to its author. That alone is no right lost: one payload may
 * ask for more than another, and a role may have risen in between.
 */
export const wasRefused = (steps: readonly StepRecord[], earlier: readonly StepRecord[] = []): boolean =>
  steps.some((step) => step.error?.type === forbidden.id && !earlier.includes(step));

/** Whether an author may carry out steps at all, whatever their params say. */
export type LacksRights = (author: Principal, steps: readonly Step[]) => boolean;

/** Stops an owner, once, and says so. */
export interface OwnerPause {
  pause(owner: Owner, reason: string): Promise<void>;
}

export interface AuthorStopDeps {
  readonly authors: RunAuthors;
  readonly lacksRights: LacksRights;
  readonly pause: OwnerPause;
}

/** Pauses what its author may carry out no more, as the database says after a refusal. */
export class AuthorStop extends Service<AuthorStopDeps> {
  /** `isGone`: the author was found unable to act. */
  async afterRefusal(owner: Owner, steps: readonly Step[], isGone: boolean): Promise<void> {
    const reason = isGone ? AUTHOR_REFUSAL : await this.#reasonNow(owner, steps);
    if (reason !== null) await this.parts.pause.pause(owner, reason);
  }

  async #reasonNow({ author_id, organization_id }: Owner, steps: readonly Step[]): Promise<string | null> {
    const author = await this.parts.authors.now(author_id, organization_id);
    if (author === null) return AUTHOR_REFUSAL;
    return this.parts.lacksRights(author, steps) ? LOST_RIGHT : null;
  }
}
