import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { type Harness, waitFor } from '../harness/index.ts';

const leasesExemption = exempt('test.leases', 'in a test time passes, and leases of all organizations end');

/**
 * Lets time pass until the leases of what runs are over, those of a dead process with them. A row that is being written
 * at this moment is left: time locks nothing, and two statements over many rows would wait for each other.
 */
export const endLeases = (harness: Harness, table: 'automation_executions' | 'connection_runs') =>
  harness.get(DATABASE).asSystem(leasesExemption, (db) =>
    sql`
      update ${sql.table(table)} r set lease_until = now() - interval '1 second'
      from (select id from ${sql.table(table)} where status = 'running' for update skip locked) free
      where r.id = free.id`.execute(db),
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
