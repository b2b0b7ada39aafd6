import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Batcher } from '@patchbay/kernel/concurrency';
import pg from 'pg';

const MAX_AT_ONCE = 500;
const CONNECTIONS = 10;

interface Payload {
  readonly org_id: string;
  readonly seq: number;
  readonly t0: number;
  readonly device_id: string;
  readonly new_status: string;
}

/** An event and its run, which has the same id. */
interface Arrived {
  readonly id: string;
  readonly payload: Payload;
}

/**
 * The least that carries out a durable chain over HTTP: an event is acknowledged when it is durable, its run is durable
 * before its effect begins, the effect is a statement of its own, and its end is durable, with the record of its steps.
 * All that waits at one time is written by one statement.
 */
export class HttpChain {
  readonly #pool: pg.Pool;
  readonly #server: Server;
  readonly #events: Batcher<Arrived, unknown>;
  readonly #intents: Batcher<Arrived, unknown>;
  readonly #ends: Batcher<readonly [Arrived, string], unknown>;

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
    this.#server = createServer((request, response) => void this.#answer(request, response));
    const bounds = { maxAtOnce: MAX_AT_ONCE };
    this.#events = new Batcher((events) => this.#keep(events), bounds);
    this.#intents = new Batcher((runs) => this.#begin(runs), bounds);
    this.#ends = new Batcher((runs) => this.#end(runs), bounds);
  }

  async prepare(): Promise<void> {
    await this.#pool.query(`
      create table if not exists floor_events (id uuid primary key, organization_id uuid not null, event_type text not null,
        payload jsonb not null, created_at timestamptz not null default now());
      create table if not exists floor_http_runs (id uuid primary key, status text not null, steps jsonb,
        finished_at timestamptz)`);
  }

  /** Answers its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { payload } = JSON.parse(Buffer.concat(chunks).toString());
    const event = { id: randomUUID(), payload };
    await this.#events.add(event);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":true}');
    if (payload.new_status === 'offline') await this.#carryOut(event);
  }

  async #carryOut(run: Arrived): Promise<void> {
    await this.#intents.add(run);
    const { org_id, seq, t0, device_id, new_status } = run.payload;
    const message = `Device ${device_id} is ${new_status}`;
    await this.#pool.query({
      name: 'effect',
      text: 'insert into chain_out (org_id, seq, t0, message) values ($1, $2, $3, $4)',
      values: [org_id, seq, t0, message],
    });
    await this.#ends.add([run, message]);
  }

  async #keep(events: readonly Arrived[]): Promise<readonly unknown[]> {
    await this.#pool.query({
      name: 'keep',
      text: `insert into floor_events (id, organization_id, event_type, payload)
             select i, (p->>'org_id')::uuid, 'ingest.external', p from unnest($1::uuid[], $2::jsonb[]) as t(i, p)`,
      values: [events.map(({ id }) => id), events.map(({ payload }) => JSON.stringify(payload))],
    });
    return events;
  }

  async #begin(runs: readonly Arrived[]): Promise<readonly unknown[]> {
    await this.#pool.query({
      name: 'begin',
      text: `insert into floor_http_runs (id, status) select i, 'running' from unnest($1::uuid[]) as t(i)`,
      values: [runs.map(({ id }) => id)],
    });
    return runs;
  }

  async #end(runs: readonly (readonly [Arrived, string])[]): Promise<readonly unknown[]> {
    const steps = runs.map(([{ payload }, message]) =>
      JSON.stringify([
        { operation_id: 'fabric.log', status: 'succeeded', input: { message: `Event ${payload.seq}` } },
        { operation_id: 'fabric.log', status: 'succeeded', input: { message } },
        { operation_id: 'bench.insert', status: 'succeeded', input: { ...payload, message } },
      ]),
    );
    await this.#pool.query({
      name: 'end',
      text: `update floor_http_runs r set status = 'succeeded', steps = s, finished_at = clock_timestamp()
             from unnest($1::uuid[], $2::jsonb[]) as t(i, s) where r.id = i and lower(i::text) = i::text`,
      values: [runs.map(([{ id }]) => id), steps],
    });
    return runs;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#pool.end();
  }
}
