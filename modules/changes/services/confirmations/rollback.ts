import { withDeadline } from '@patchbay/kernel/concurrency';
import type { Database } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Jobs } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import { AdapterError } from '@patchbay/vendor-kit';
import { rollbackJob } from '../../jobs/rollback.ts';
import { type AttemptResult, unknownEnd } from '../applying/attempt-outcome.ts';
import type { AttemptSettling } from '../applying/attempt-settling.ts';
import type { LiveValues } from '../live/live-values.ts';
import { findChange } from '../record/change-store.ts';
import type { AttemptRow, ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { openToken } from './armed-token.ts';
import { KEEP_TIMEOUT_MS } from './arming.ts';
import type { Ending, EndingClaims, Look } from './ending-claims.ts';
import type { RollbackByDevice } from './rollback-by-device.ts';
import type { RollbackByInverse } from './rollback-by-inverse.ts';

export interface RollbackDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly claims: Public<EndingClaims>;
  readonly settling: Public<AttemptSettling>;
  readonly features: Public<FeatureIndex>;
  readonly live: Pick<Public<LiveValues>, 'open'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly byDevice: Public<RollbackByDevice>;
  readonly byInverse: Public<RollbackByInverse>;
}

/** Between two looks at a device that does not answer, or at an attempt still under way. */
const LOOK_AGAIN_SECONDS = 5;
/** After the deadline; then it is unknown whether the change stands. */
const GIVE_UP_SECONDS = 600;

/** Ends attempts that were not confirmed in time: each once, in any number of processes (DECISIONS 19). */
export class Rollback extends Service<RollbackDeps> {
  /** Looks once, and again later if the attempt is not over. */
  async look(organization_id: string, attempt_id: string): Promise<void> {
    const look = await this.parts.claims.look(organization_id, attempt_id);
    if (look === undefined) return;
    const againInSeconds = await this.#act(look);
    if (againInSeconds === null) return;
    const runAt = new Date(Date.now() + againInSeconds * 1_000);
    const key = `changes.take-back ${attempt_id}`;
    await this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      this.parts.jobs.enqueue(work, rollbackJob, { attempt_id, organization_id }, { runAt, key });
    });
  }

  /** Seconds until the next look; null when there is nothing left to do. */
  async #act(look: Look): Promise<number | null> {
    const { attempt, left_seconds, is_ending } = look;
    if (attempt.outcome === 'running' || is_ending) return LOOK_AGAIN_SECONDS;
    if (attempt.outcome !== 'awaiting_confirmation') return this.#disarm(attempt);
    if (left_seconds > 0) return Math.max(left_seconds, 0.1);
    const ending = await this.parts.claims.toRevert(attempt);
    if (ending === undefined) return LOOK_AGAIN_SECONDS;
    return this.#takeBack(ending, left_seconds < -GIVE_UP_SECONDS);
  }

  async #takeBack(ending: Ending, isLast: boolean): Promise<number | null> {
    const { byDevice, byInverse, claims } = this.parts;
    const change = await this.#changeOf(ending);
    const how = ending.confirm_mechanism === 'device' ? byDevice : byInverse;
    let problem: string;
    try {
      const found = await how.judge(change, ending);
      if (typeof found !== 'string') return await this.#settle(ending, found);
      problem = found;
    } catch (error) {
      if (!(error instanceof AdapterError || error instanceof PatchbayError)) {
        await claims.release(ending);
        throw error;
      }
      problem = error.message;
    }
    if (isLast) return this.#settle(ending, lost(ending, problem));
    await claims.release(ending);
    return LOOK_AGAIN_SECONDS;
  }

  async #settle(ending: Ending, result: AttemptResult): Promise<null> {
    await this.parts.settling.settle(ending, result, { ending: ending.ending_by });
    return null;
  }

  /** Nothing was written, yet the device was armed by a process that stopped, or could not be reached. */
  async #disarm(attempt: AttemptRow): Promise<number | null> {
    const isIdle = attempt.sent_hash === null || attempt.outcome === 'failed';
    if (attempt.armed_at === null || attempt.confirm_mechanism !== 'device' || !isIdle) return null;
    const { features, live, claims } = this.parts;
    const change = await this.#changeOf(attempt);
    const feature = features.find(change.feature);
    if (feature === undefined) return null;
    try {
      const system = systemPrincipal(attempt.organization_id);
      const session = await live.open(system, feature, change.controller_id);
      const told = session?.confirm?.keep(openToken(this.parts.secrets, attempt));
      await withDeadline(KEEP_TIMEOUT_MS, told ?? Promise.resolve(), () => new Error('late'));
      await claims.disarmed(attempt);
      return null;
    } catch {
      const age = Date.now() - Date.parse(attempt.armed_at);
      return age > GIVE_UP_SECONDS * 1_000 ? null : LOOK_AGAIN_SECONDS;
    }
  }

  #changeOf({ organization_id, change_id }: AttemptRow): Promise<ChangeRow> {
    return this.parts.database.read(systemPrincipal(organization_id), (work) => findChange(work, change_id));
  }
}

const lost = ({ target_id, before, after }: AttemptRow, problem: string): AttemptResult =>
  unknownEnd(
    `The change was not confirmed in time, and it is unknown whether it was rolled back: ${problem}`,
    { target_id, before, after },
  );
