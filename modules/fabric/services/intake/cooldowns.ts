import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { ConnectionMatch } from '../connections/connection-index.ts';

export const COOLDOWN_REFUSAL = 'cooldown';

/**
 * Lets one event per Connection and rest through. The row in PostgreSQL decides, so that it holds across
 * processes; the event that won a rest wins it again when its batch is repeated.
 */
export async function applyCooldowns(
  db: Kysely<Tables>,
  matches: readonly ConnectionMatch[],
): Promise<readonly ConnectionMatch[]> {
  const firsts = firstOfEach(matches);
  if (firsts.size === 0) return matches;
  const winners = await claimRests(db, [...firsts.values()]);
  return matches.map((match) => {
    const isResting = needsRest(match) && winners.get(match.owner.id) !== match.event.id;
    return isResting ? { ...match, refusal: COOLDOWN_REFUSAL } : match;
  });
}

const needsRest = ({ owner: connection, refusal }: ConnectionMatch): boolean =>
  refusal === null && connection.cooldown_seconds > 0;

function firstOfEach(matches: readonly ConnectionMatch[]): ReadonlyMap<string, ConnectionMatch> {
  const firsts = new Map<string, ConnectionMatch>();
  for (const match of matches)
    if (needsRest(match) && !firsts.has(match.owner.id)) firsts.set(match.owner.id, match);
  return firsts;
}

/** Event ids that may pass, by Connection. Rows are taken in order of id, so that batches never wait in a circle. */
async function claimRests(
  db: Kysely<Tables>,
  firsts: readonly ConnectionMatch[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = firsts.map(({ owner: connection, event }) => ({
    id: connection.id,
    organization_id: connection.organization_id,
    event_id: event.id,
    seconds: connection.cooldown_seconds,
  }));
  const { rows } = await sql<{ id: string; event_id: string }>`
    insert into connection_cooldowns as c (id, organization_id, event_id, rests_until)
    select w.id, w.organization_id, w.event_id, clock_timestamp() + make_interval(secs => w.seconds)
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w(id uuid, organization_id uuid, event_id uuid, seconds integer)
    order by w.id
    on conflict (id) do update set event_id = excluded.event_id, updated_at = now(),
      rests_until = case when c.event_id = excluded.event_id then c.rests_until else excluded.rests_until end
    where c.rests_until <= clock_timestamp() or c.event_id = excluded.event_id
    returning c.id, c.event_id`.execute(db);
  return new Map(rows.map(({ id, event_id }) => [id, event_id]));
}
