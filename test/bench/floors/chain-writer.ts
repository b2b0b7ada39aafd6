import { randomUUID } from 'node:crypto';
import pg from 'pg';

const MAX_AT_ONCE = 500;
const STEPS = 3;

/** An event as the chain sees it. */
export interface ChainEvent {
  readonly device_id: string;
  readonly new_status: string;
}

const filled = (template: string, event: ChainEvent): string =>
  template.replace(/\{\{trigger\.(\w+)\}\}/g, (_, field: string) =>
    String(event[field as keyof ChainEvent] ?? ''),
  );

/**
 * The least that takes a durable event to a finished run of three steps: the events in one statement for many,
 * then condition, templates, and the runs with their records in one statement for many.
 */
export class BareChain {
  readonly #pool: pg.Pool;
  readonly #organization_id: string;

  constructor(databaseUrl: string, organization_id: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    this.#organization_id = organization_id;
  }

  async prepare(): Promise<void> {
    await this.#pool.query(`
      create table if not exists floor_outbox (id uuid primary key, organization_id uuid not null, payload jsonb not null,
        is_done boolean not null default false, created_at timestamptz not null default now());
      create table if not exists floor_runs (id uuid primary key, organization_id uuid not null, event_id uuid not null,
        status text not null, steps jsonb not null, finished_at timestamptz not null default clock_timestamp())`);
  }

  /** Accepts the events and runs the chain for each; resolves when all runs are durable. */
  async process(events: readonly ChainEvent[]): Promise<void> {
    let running: Promise<void> = Promise.resolve();
    for (let from = 0; from < events.length; from += MAX_AT_ONCE) {
      const batch = events.slice(from, from + MAX_AT_ONCE).map((event) => ({ id: randomUUID(), event }));
      await this.#accept(batch);
      running = running.then(() => this.#run(batch));
    }
    await running;
  }

  async #accept(batch: readonly { readonly id: string; readonly event: ChainEvent }[]): Promise<void> {
    await this.#pool.query({
      name: 'accept',
      text: `insert into floor_outbox (id, organization_id, payload) select i, $1, p from unnest($2::uuid[], $3::jsonb[]) as t(i, p)`,
      values: [
        this.#organization_id,
        batch.map(({ id }) => id),
        batch.map(({ event }) => JSON.stringify(event)),
      ],
    });
  }

  async #run(batch: readonly { readonly id: string; readonly event: ChainEvent }[]): Promise<void> {
    const matching = batch.filter(({ event }) => event.new_status === 'offline');
    const steps = matching.map(({ event }) =>
      JSON.stringify(
        Array.from({ length: STEPS }, () => {
          const message = filled('Device {{trigger.device_id}} is {{trigger.new_status}}', event);
          return {
            operation_id: 'fabric.log',
            status: 'succeeded',
            input: { message },
            output: { message },
            error: null,
            duration_ms: 0,
          };
        }),
      ),
    );
    await this.#pool.query({
      name: 'run',
      text: `with done as (update floor_outbox set is_done = true where id = any ($2::uuid[]))
             insert into floor_runs (id, organization_id, event_id, status, steps)
             select r, $1, e, 'succeeded', s from unnest($3::uuid[], $4::uuid[], $5::jsonb[]) as t(r, e, s)`,
      values: [
        this.#organization_id,
        batch.map(({ id }) => id),
        matching.map(() => randomUUID()),
        matching.map(({ id }) => id),
        steps,
      ],
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
