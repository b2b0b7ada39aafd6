import type { Database } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { SetActor } from '../../entities/change-set.ts';
import { alreadyRunning, controllerBusy, targetBusy } from '../../errors/index.ts';
import type { Applier } from '../applying/applier.ts';
import { type Authority, isAuthorityLost } from '../weighing/authority.ts';
import { type Observed, observeChange } from './observe-change.ts';
import { type ItemResult, neverRun, SetMovedOn, type SetSteps, type Step } from './set-steps.ts';

export interface SetRunnerDeps {
  readonly database: Database;
  readonly steps: Public<SetSteps>;
  readonly applier: Pick<Public<Applier>, 'apply'>;
  readonly authority: Public<Authority>;
  readonly logger: Logger;
}

const MAX_TRIES = 15;
const MAX_ERROR_LENGTH = 500;

/**
 * Runs change sets step by step. Every change goes through the applier, which pushes at most once per apply;
 * outcomes are read from the changes' own rows, so that a repeated step invents nothing.
 */
export class SetRunner extends Service<SetRunnerDeps> {
  /** Takes one change to its outcome; the next step is enqueued with it. */
  async step(organization_id: string, set_id: string): Promise<void> {
    const step = await this.parts.steps.begin(organization_id, set_id);
    if (step === null) return;
    if (step.isResumed) {
      const seen = await this.#observe(step);
      if (seen.state !== 'none') return this.#end(step, seen, undefined);
    }
    const failure = await this.#apply(step);
    return this.#end(step, await this.#observe(step), failure);
  }

  /** Answers what was thrown; the rows of the change say what happened. */
  async #apply({ set, item }: Pick<Step, 'set' | 'item'>): Promise<unknown> {
    try {
      const actor = await this.#actorNow(set.organization_id, set.actor);
      const still = this.parts.steps.stillWanted({ set });
      await this.parts.applier.apply(actor, item.change_id, { force: true }, still);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  async #actorNow(organization_id: string, actor: SetActor | null): Promise<Principal> {
    return this.parts.authority.now({
      ...systemPrincipal(organization_id),
      kind: 'user',
      role: 'guest',
      ...(actor ?? {}),
    });
  }

  #observe({ set, item, started_at }: Step): Promise<Observed> {
    return observeChange(this.parts.database, set.organization_id, item.change_id, started_at);
  }

  #end(step: Step, seen: Observed, failure: unknown): Promise<void> {
    const { steps, logger } = this.parts;
    if (seen.state === 'running') return steps.wait(step, { isUntouched: false });
    if (seen.state !== 'none') return steps.conclude(step, resultOf(seen));
    if (failure instanceof SetMovedOn) return steps.conclude(step, neverRun(step));
    if (isPassing(failure) && step.item.tries < MAX_TRIES) return steps.wait(step, { isUntouched: true });
    if (!(failure instanceof PatchbayError))
      logger.warn('a change of a set could not be applied', { change_set_id: step.set.id, error: failure });
    return steps.conclude(step, refusedBy(failure));
  }
}

/** Gone in a moment, as far as anybody knows. */
const isPassing = (failure: unknown): boolean =>
  !(failure instanceof PatchbayError) ||
  failure.kind === 'unavailable' ||
  [alreadyRunning, controllerBusy, targetBusy].some((each) => each.matches(failure));

function resultOf({ state, attempt }: Observed): ItemResult {
  const outcome = state === 'applied' || state === 'failed' ? state : 'unknown';
  const isOthers = state === 'applied' && attempt?.outcome !== 'succeeded';
  return {
    outcome,
    error: isOthers ? 'It was applied outside this set.' : (attempt?.error ?? null),
    error_type: attempt?.error_type ?? null,
    attempt_id: attempt?.id ?? null,
  };
}

function refusedBy(failure: unknown): ItemResult {
  const known = failure instanceof PatchbayError ? failure : undefined;
  const lost = isAuthorityLost(failure) && known?.kind === 'unauthenticated';
  const message = lost
    ? 'The user who applied the set is no longer allowed to act.'
    : (known?.message ?? 'The change could not be applied.');
  return {
    outcome: 'refused',
    error: message.slice(0, MAX_ERROR_LENGTH),
    error_type: known?.declaration.type ?? known?.id ?? 'internal',
    attempt_id: null,
  };
}
