import { sql, type Unit } from '@patchbay/kernel/database';
import type { MissDetails } from '../intake/match-events.ts';
import type { MissTables } from '../intake/unmet-conditions-log.ts';
import { type Explanation, no } from './explanation.ts';

interface MissRow {
  readonly first_cursor: number;
  readonly details: MissDetails;
}

/** Batches looked at for the record of an event whose conditions failed. */
const MAX_BATCHES = 50;

/** The conditions as they were when the event came; null when they held, or are forgotten. */
export async function recordedUnmetConditions(
  { sql: db }: Unit,
  owner_id: string,
  cursor: number,
  { misses, owner }: MissTables,
): Promise<Explanation | null> {
  const { rows } = await sql<MissRow>`
    select first_cursor, details from ${sql.table(misses)}
    where ${sql.ref(owner)} = ${owner_id}::uuid and first_cursor <= ${cursor}::bigint
    order by first_cursor desc limit ${MAX_BATCHES}::integer`.execute(db);
  for (const { first_cursor, details } of rows) {
    const failed = failedIn(details, cursor - first_cursor);
    if (failed !== null) return no('conditions', `Did not hold: ${failed.join(', ')}.`);
  }
  return null;
}

function failedIn({ conditions, events }: MissDetails, offset: number): readonly string[] | null {
  const which = Object.entries(events).find(([, offsets]) => offsets.includes(offset))?.[0];
  return which === undefined ? null : which.split(',').map((index) => conditions[Number(index)] ?? index);
}
