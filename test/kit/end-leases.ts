import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { type Harness, waitFor } from '../harness/index.ts';

const leasesExemption = exempt('test.leases', 'in a test time passes, and leases of all organizations end');

/** Lets time pass until the leases of what runs are over, those of a dead process with them. */
export const endLeases = (harness: Harness, table: 'automation_executions' | 'connection_runs') =>
  harness
    .get(DATABASE)
    .asSystem(leasesExemption, (db) =>
      sql`update ${sql.table(table)} set lease_until = now() - interval '1 second' where status = 'running'`.execute(
        db,
      ),
    );

/** Ends the leases and keeps a worker awake until `isDone`, as when a platform goes on after another has died. */
export async function untilWorked(
  harness: Harness,
  table: Parameters<typeof endLeases>[1],
  worker: { wake(): void },
  isDone: () => Promise<boolean>,
): Promise<void> {
  await endLeases(harness, table);
  const look = () => {
    worker.wake();
    return isDone();
  };
  await waitFor(`every event to be worked on in ${table}`, look, { timeoutMs: 90_000, everyMs: 200 });
}
