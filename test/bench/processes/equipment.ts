import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { expect, type Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { nextMessage } from './message.ts';
import { LOAD_CORE, startNode, stop } from './processes.ts';

/** Light routers in one process; see `hosts/equipment.ts`. */
export interface Equipment {
  readonly child: ChildProcess;
  readonly port: number;
}

export async function startEquipment(stage: Stage, devices: number): Promise<Equipment> {
  const child = startNode([join(import.meta.dirname, '..', 'hosts', 'equipment.ts')], LOAD_CORE, {
    env: { PATH: process.env['PATH'], DEVICES: String(devices) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  stage.defer(() => stop(child));
  return { child, port: await nextMessage<number>(child) };
}

/** The address of a router, and of one that takes requests and never answers. */
export const addressOf = (index: number): string => `127.1.${hostOf(index)}`;
export const hangingAddress = (index: number): string => `127.9.${hostOf(index)}`;

const hostOf = (index: number): string => `${Math.floor(index / 250)}.${1 + (index % 250)}`;

/** Registers routers of the bench's organization at these addresses; answers their ids, in order. */
export async function register(
  { product, site_ids, admin }: Scene,
  { port }: Equipment,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const { token } = admin;
  const secret = { name: `bench ${port}`, kind: 'password', username: 'bench', secret: 'bench' };
  const credential = await expect(product, 'POST', '/credentials', 201, { token, body: secret });
  const ids: string[] = [];
  for (const [index, address] of addresses.entries()) {
    const body = {
      name: `router ${address}`,
      site_id: site_ids[index % site_ids.length],
      vendor: 'mikrotik',
      url: `http://${address}:${port}`,
      credential_id: credential.id,
    };
    ids.push(String((await expect(product, 'POST', '/controllers', 201, { token, body })).id));
  }
  return ids;
}

/** How syncs that were asked for together ended. */
export interface SyncEnd {
  readonly controller_id: string;
  readonly status: string;
  /** From the request until everything that was read is kept; and the same from the beginning of the reading. */
  readonly seconds: number;
  readonly reading_seconds: number;
}

const MAX_PER_REQUEST = 100;

/** Asks for a sync of all of them at once and waits until each has ended. */
export async function syncAll(
  { product, admin }: Scene,
  db: pg.Client,
  controller_ids: readonly string[],
  timeoutMs = 600_000,
): Promise<readonly SyncEnd[]> {
  const sync_ids: string[] = [];
  for (let from = 0; from < controller_ids.length; from += MAX_PER_REQUEST) {
    const body = { controller_ids: controller_ids.slice(from, from + MAX_PER_REQUEST) };
    const answer = await expect(product, 'POST', '/controllers/sync', 202, { token: admin.token, body });
    sync_ids.push(...answer.syncs.map(({ sync_id }: { sync_id: string }) => sync_id));
  }
  const deadlineMs = performance.now() + timeoutMs;
  while (performance.now() < deadlineMs) {
    const { rows } = await db.query(
      `select controller_id, status, extract(epoch from finished_at - created_at)::float8 as seconds,
              extract(epoch from finished_at - started_at)::float8 as reading_seconds
       from controller_syncs where id = any ($1) and finished_at is not null`,
      [sync_ids],
    );
    if (rows.length === sync_ids.length) return rows;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the syncs did not end in time');
}

/** A look into the product's database from outside. */
export async function openDatabase(stage: Stage, { product }: Scene): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  stage.defer(() => db.end());
  return db;
}
