import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import type { Harness } from '../harness/index.ts';

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
