import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import type { ConsoleHello, NewsAnswer, NewsAsk } from '../../hosts/console-host.ts';
import { OWNER, setUp } from '../../owner.ts';
import { ask } from '../../processes/message.ts';
import { startHost } from '../../processes/platform-host.ts';
import { stop } from '../../processes/processes.ts';
import { DEVICES_PER_ORGANIZATION, seedDevices } from '../../seed.ts';
import type { Stage } from '../../stage.ts';
import type { Viewed } from './open-console.ts';

const DEVICES = 10_000;
const ANSWER_MS = 60_000;

/** A platform of one organization, with devices and news of them. */
export interface ConsoleWorld extends Viewed {
  readonly post: Awaited<ReturnType<typeof setUp>>['post'];
  /** Publishes so many events; resolves when they are. */
  publish(count: number, perSecond: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startWorld(stage: Stage): Promise<ConsoleWorld> {
  const { child, hello } = await startHost<ConsoleHello>(stage, 'console-host.ts');
  try {
    const { organization_id, post } = await setUp(hello.url);
    await addDevices(hello, organization_id, stage.of(DEVICES, DEVICES_PER_ORGANIZATION));
    const publish = publisherOf(child, organization_id);
    return { url: hello.url, person: OWNER, post, publish, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

const publisherOf =
  (child: ChildProcess, organization_id: string): ConsoleWorld['publish'] =>
  async (count, perSecond) => {
    const news: NewsAsk = { organization_id, count, perSecond };
    await ask<NewsAnswer>(child, news, ANSWER_MS);
  };

/** Those of other benches, and copies of them until there are enough. */
async function addDevices(
  { databaseUrl }: ConsoleHello,
  organization_id: string,
  count: number,
): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    await seedDevices(db, [organization_id]);
    await db.query(
      `insert into devices (id, organization_id, site_id, external_id, name, kind, status, ip, mac, model, firmware,
              serial, hash, last_seen_at)
       select uuidv7(), organization_id, site_id, external_id || '-' || n, name || '-' || n, kind, status, ip, mac,
              model, firmware, serial, md5(name || n), now() - n * interval '1 hour'
       from devices, generate_series(1, $2) as n where organization_id = $1`,
      [organization_id, count / DEVICES_PER_ORGANIZATION - 1],
    );
    await db.query('vacuum (analyze) devices');
  } finally {
    await db.end();
  }
}
