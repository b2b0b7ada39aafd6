import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import type { Logger } from '@patchbay/kernel/telemetry';
import { WakeCalendar } from '@patchbay/runs';
import { insertExecutions, type NewExecution } from './insert-executions.ts';
import { nextTick, type Schedule } from './next-tick.ts';

interface DueRule {
  readonly id: string;
  readonly organization_id: string;
  readonly author_id: string;
  readonly shadow: boolean;
  readonly trigger_config: Schedule;
  readonly due_at: string;
  readonly now: string;
}

interface Move {
  readonly id: string;
  readonly next_fire_at: string | null;
  readonly paused_reason: string | null;
}

export interface ScheduleDeps {
  readonly database: Pick<Database, 'asSystem'>;
  readonly logger: Logger;
  readonly isEnabled: () => boolean;
  /** Says that executions wait in PostgreSQL. */
  readonly wake: () => void;
}

const tickExemption = exempt(
  'automation.tick',
  'schedules of all organizations that are due are taken, each process some',
);

const MAX_AT_ONCE = 200;
/** Ticks farther away are left to the look that comes before them. */
const HORIZON_MS = 60_000;

/**
 * Turns due ticks into executions. Taking a tick, writing its execution and moving on to the next are one
 * transaction, and there is one execution per rule and tick, so each happens once in any number of processes; of
 * ticks missed by all, the first stands for all.
 */
export class Schedules {
  readonly #deps: ScheduleDeps;
  readonly #calendar: WakeCalendar;

  constructor(deps: ScheduleDeps) {
    this.#deps = deps;
    this.#calendar = new WakeCalendar(() => void this.tick());
  }

  /** A tick that this process may be the first to know of. */
  note(at: string): void {
    const inMs = Date.parse(at) - Date.now();
    if (inMs <= HORIZON_MS) this.#calendar.note(Math.max(0, inMs));
  }

  /** Takes due ticks and computes the next ones; failed ones are found again by the next round. */
  async tick(): Promise<void> {
    if (!this.#deps.isEnabled()) return;
    try {
      let taken = MAX_AT_ONCE;
      while (taken === MAX_AT_ONCE) {
        taken = await this.#deps.database.asSystem(tickExemption, (db) => this.#takeDue(db));
        if (taken > 0) this.#deps.wake();
      }
      const inMs = await this.#deps.database.asSystem(tickExemption, untilNext);
      if (inMs !== null && inMs <= HORIZON_MS) this.#calendar.note(Math.max(0, inMs));
    } catch (error) {
      this.#deps.logger.warn('schedules could not be read; the next round tries again', { error });
    }
  }

  stop(): void {
    this.#calendar.clear();
  }

  async #takeDue(db: Kysely<Tables>): Promise<number> {
    const { rows } = await sql<DueRule>`
      select id, organization_id, author_id, shadow, trigger_config, next_fire_at as due_at, clock_timestamp() as now
      from automation_rules
      where next_fire_at <= clock_timestamp() and is_enabled and paused_reason is null and deleted_at is null
      order by next_fire_at limit ${MAX_AT_ONCE}::integer for update skip locked`.execute(db);
    if (rows.length === 0) return 0;
    await insertExecutions(db, rows.map(executionFor));
    await sql`
      update automation_rules r set next_fire_at = m.next_fire_at, paused_reason = m.paused_reason
      from jsonb_to_recordset(${JSON.stringify(rows.map((rule) => this.#moveOf(rule)))}::jsonb)
        as m(id uuid, next_fire_at timestamptz, paused_reason text)
      where r.id = m.id`.execute(db);
    return rows.length;
  }

  /** A zone that the machine knows no more stops its own rule, not the others. */
  #moveOf({ id, trigger_config, now }: DueRule): Move {
    try {
      const next = nextTick(trigger_config, new Date(now));
      if (next !== null) return { id, next_fire_at: next.toISOString(), paused_reason: null };
    } catch (error) {
      this.#deps.logger.error('the next tick of a rule cannot be computed', { rule_id: id, error });
    }
    return { id, next_fire_at: null, paused_reason: 'schedule_unreadable' };
  }
}

async function untilNext(db: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ in_ms: number | null }>`
    select extract(epoch from min(next_fire_at) - clock_timestamp())::float8 * 1000 as in_ms from automation_rules
    where next_fire_at is not null and is_enabled and paused_reason is null and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.in_ms ?? null;
}

const executionFor = ({
  id: rule_id,
  organization_id,
  author_id,
  shadow,
  trigger_config,
  due_at,
  now,
}: DueRule): NewExecution => ({
  id: newId(),
  organization_id,
  rule_id,
  event_id: null,
  site_id: null,
  scheduled_for: due_at,
  author_id,
  shadow,
  status: 'queued',
  reason: null,
  trigger: { scheduled_for: due_at, fired_at: now, timezone: trigger_config.timezone },
});
