import type { Unit } from '@patchbay/kernel/database';
import type { AnyJob } from '@patchbay/kernel/jobs';
import { silentLogger, systemClock } from '@patchbay/kernel/telemetry';
import type { OpenSessions } from '@patchbay/module-identity/contract';
import { changeSetStepJob } from '../../jobs/change-sets.ts';
import { Policies } from '../../services/approvals/policies.ts';
import { Voting } from '../../services/approvals/voting.ts';
import { ChangeSets } from '../../services/change-sets/change-sets.ts';
import { SetRunner } from '../../services/change-sets/set-runner.ts';
import { SetSteps } from '../../services/change-sets/set-steps.ts';
import { SetWatch } from '../../services/change-sets/set-watch.ts';
import { Freezes } from '../../services/freezes/freezes.ts';
import { permissions, type startProcess } from './pipeline.ts';
import { ORGANIZATION } from './rows.ts';

interface Queued {
  readonly set_id: string;
  readonly runAt: Date | undefined;
  readonly key: string | undefined;
}

/** The queue of steps as the database keeps it: one waiting job per key, there once committed. */
export class StepQueue {
  readonly waiting: Queued[] = [];

  enqueue(unit: Unit, job: AnyJob, payload: unknown, options: { runAt?: Date; key?: string } = {}): void {
    if (job.id !== changeSetStepJob.id) return;
    const { set_id } = payload as { set_id: string };
    unit.afterCommit(() => {
      const at = this.waiting.findIndex(({ key }) => key === options.key);
      if (at >= 0) this.waiting.splice(at, 1);
      this.waiting.push({ set_id, runAt: options.runAt, key: options.key });
    });
  }

  take(): Queued | undefined {
    return this.waiting.shift();
  }
}

/** Sessions by id, with the time they began. */
export class TestSessions implements Pick<OpenSessions, 'list'> {
  readonly began = new Map<string, Date>();

  async list() {
    const items = [...this.began].map(([id, at]) => ({
      id,
      user_id: '',
      username: '',
      role: 'operator' as const,
      ip: '',
      user_agent: '',
      created_at: at.toISOString(),
      last_used_at: at.toISOString(),
      expires_at: at.toISOString(),
    }));
    return { items, total: items.length, page: 1, per_page: 200, pages: 1 };
  }
}

/** Approvals, freezes and sets of one process. */
export function startReview(
  { database, store, live, applier, authority, approvals, features }: ReturnType<typeof startProcess>,
  { queue = new StepQueue(), sessions = new TestSessions() } = {},
) {
  const jobs = { enqueue: queue.enqueue.bind(queue) };
  const clock = systemClock;
  const noSites = { values: [], version: 1 };
  const steps = new SetSteps({ database, jobs });
  const runner = new SetRunner({ database, steps, applier, authority, logger: silentLogger });
  return {
    queue,
    sessions,
    steps,
    runner,
    policies: new Policies({ database, sites: noSites }),
    freezes: new Freezes({ database, sites: noSites }),
    voting: new Voting({
      database,
      store,
      features,
      permissions,
      authority,
      approvals,
      live,
      sessions,
      clock,
    }),
    sets: new ChangeSets({
      database,
      features,
      permissions,
      jobs,
      clock,
      targets: { assertThere: async () => {} },
    }),
    watch: new SetWatch({ database, jobs, logger: silentLogger }),
    /** Runs waiting steps until none is left, as many as `most`. */
    async work(most = 100): Promise<void> {
      for (let left = most; left > 0; left -= 1) {
        const next = queue.take();
        if (next === undefined) return;
        await runner.step(ORGANIZATION, next.set_id);
      }
    },
  };
}
