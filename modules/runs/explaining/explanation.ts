import { sql, type Unit } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { Condition } from '@patchbay/kernel/fabric';
import type { RunStatus } from '../running/run-status.ts';

/** Answer of `GET /fabric/why-not`. */
export interface Explanation {
  readonly ran: boolean;
  /** A stable word; null when it ran and nothing is to be said. */
  readonly reason: string | null;
  readonly detail: string | null;
}

/** Fields of an event that an explanation needs. */
export interface ExplainedEvent {
  readonly event_type: string;
  readonly site_id: string | null;
  readonly payload: unknown;
  /** Null until it is numbered. */
  readonly cursor: number | null;
  readonly occurred_at: string;
}

export interface RunSummary {
  readonly id: string;
  readonly status: RunStatus;
  readonly reason: string | null;
}

export const no = (reason: string, detail: string | null): Explanation => ({ ran: false, reason, detail });

/** Throws `kernel.not_found` for an event that the unit's principal does not see. */
export async function explainedEvent({ sql: db }: Unit, id: string): Promise<ExplainedEvent> {
  const { rows } = await sql<ExplainedEvent>`
    select event_type, site_id, payload, cursor, occurred_at from event_log where id = ${id}::uuid`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

/** Explanation of a run, or an execution of a rule. */
export function ofRun({ id, status, reason }: RunSummary, noun = 'Run'): Explanation {
  if (status === 'queued')
    return no('queued', reason ?? `${noun} ${id} waits for a place, or for those before it.`);
  if (status === 'succeeded' || status === 'failed' || status === 'running')
    return { ran: true, reason, detail: `${noun} ${id} ${status === 'running' ? 'is under way' : status}.` };
  const [code = status, ...rest] = (reason ?? status).split(': ');
  return no(code, rest.join(': ') || `${noun} ${id} was ${status}.`);
}

export const isAfter = (moment: string, { occurred_at }: Pick<ExplainedEvent, 'occurred_at'>): boolean =>
  Date.parse(moment) > Date.parse(occurred_at);

export const unmet = (failed: readonly Condition[]): string =>
  `Did not hold: ${failed.map(({ field, operator }) => `${field} ${operator}`).join(', ')}.`;
