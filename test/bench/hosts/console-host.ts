import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { deviceStatusChanged } from '@patchbay/module-inventory/contract';
import pg from 'pg';
import { answers } from './answers.ts';

/** So many devices of an organization go offline or come back, at this rate at most. */
export interface NewsAsk {
  readonly organization_id: string;
  readonly count: number;
  readonly perSecond: number;
}

export interface NewsAnswer {
  readonly published: number;
}

/** First word of a host for the console. */
export interface ConsoleHello {
  readonly url: string;
  readonly databaseUrl: string;
}

/** Devices that take turns. */
const DEVICES = 200;
const PER_UNIT = 25;
const databaseUrl = String(process.env['DATABASE_URL']);

const platform = await createPlatform();
const database = platform.get(DATABASE);
const writer = new pg.Client({ connectionString: databaseUrl });
await writer.connect();

interface Device {
  readonly id: string;
  readonly site_id: string;
  readonly name: string;
  status: string;
}

let devices: readonly Device[] = [];
let turn = 0;

/** The devices that lists show first, by name and by id. */
async function devicesOf(organization_id: string): Promise<readonly Device[]> {
  const { rows } = await writer.query(
    'select id, site_id, name, status from devices where organization_id = $1 order by name limit $2',
    [organization_id, DEVICES],
  );
  return rows;
}

/** Rows change with their events, so that whoever reads them anew has something else to show. */
async function publish(organization_id: string, count: number): Promise<void> {
  const turned = Array.from({ length: count }, (_, index) => devices[(turn + index) % devices.length]).filter(
    (device) => device !== undefined,
  );
  turn += count;
  const news = turned.map((device) => {
    const old_status = device.status;
    device.status = old_status === 'online' ? 'offline' : 'online';
    const { id, site_id, name, status } = device;
    return { device_id: id, site_id, data: { name, old_status, new_status: status, reason: null } };
  });
  await writer.query(
    `update devices set status = news.status
     from unnest($1::uuid[], $2::text[]) as news (id, status) where devices.id = news.id`,
    [turned.map(({ id }) => id), turned.map(({ status }) => status)],
  );
  await database.write(systemPrincipal(organization_id), async (work) => {
    for (const each of news) work.events.publish(deviceStatusChanged, each, { site_id: each.site_id });
  });
}

async function publishAll({ organization_id, count, perSecond }: NewsAsk): Promise<NewsAnswer> {
  if (devices.length === 0) devices = await devicesOf(organization_id);
  const startedMs = performance.now();
  for (let done = 0; done < count; done += PER_UNIT) {
    const earlyMs = startedMs + (done / perSecond) * 1_000 - performance.now();
    if (earlyMs > 1) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    await publish(organization_id, Math.min(PER_UNIT, count - done));
  }
  return { published: count };
}

answers(publishAll, () => Promise.all([platform.stop(), writer.end()]));
process.send?.({ url: platform.url, databaseUrl } satisfies ConsoleHello);
