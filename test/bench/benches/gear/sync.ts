import { join } from 'node:path';
import type pg from 'pg';
import { atMost, type Bench, type Line, noMoreThan } from '../../bench.ts';
import { addressOf, openDatabase, register, startEquipment, syncAll } from '../../processes/equipment.ts';
import { ask, nextMessage } from '../../processes/message.ts';
import { SERVER_CORE, startNode, stop } from '../../processes/processes.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';

const DEVICES = 10_000;
const READING = join(import.meta.dirname, '..', '..', 'floors', 'reading.ts');
/** One at a time takes a fraction of a second. */
const PER_ROUND = 5;

/** The versions of all rows that syncs keep, as one text. */
async function versions(db: pg.Client): Promise<string> {
  const { rows } = await db.query(`
    select (select md5(string_agg(xmin::text || ctid::text, ',' order by id)) from devices) || ' ' ||
           (select md5(string_agg(xmin::text || ctid::text, ',' order by id)) from controller_objects) as versions`);
  return rows[0].versions;
}

async function meanOf(work: () => Promise<number>, times: number): Promise<number> {
  let sum = 0;
  for (let each = 0; each < times; each += 1) sum += await work();
  return sum / times;
}

async function run(stage: Stage): Promise<readonly Line[]> {
  const scene = await stage.scene();
  const db = await openDatabase(stage, scene);
  const equipment = await startEquipment(stage, stage.of(DEVICES, 100));
  const ids = await register(scene, equipment, [addressOf(0)]);
  const sync = async (): Promise<number> => {
    const [end] = await syncAll(scene, db, ids);
    if (end?.status !== 'succeeded') throw new Error(`the sync ended as ${end?.status}`);
    return end.reading_seconds * 1_000;
  };
  const first = await sync();
  await db.query('vacuum (analyze) devices, controller_objects');
  await ask(equipment.child, { record: addressOf(0) });
  await sync();
  const paths = await ask<readonly string[]>(equipment.child, { stop: addressOf(0) });
  const origin = `http://${addressOf(0)}:${equipment.port}`;
  const reader = startNode([READING], SERVER_CORE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  stage.defer(() => stop(reader));
  await nextMessage(reader);
  const read = (): Promise<number> => ask<number>(reader, { origin });
  const parse = (): Promise<number> => ask<number>(reader, { origin, paths });
  await read();
  await parse();
  const perRound = stage.of(PER_ROUND, 1);
  const before = await versions(db);
  const figures = await alternate(stage.options.rounds, {
    floor: () => meanOf(read, perRound),
    product: () => meanOf(sync, perRound),
  });
  const parsed = await meanOf(parse, perRound);
  const isSame = (await versions(db)) === before;
  const note =
    `Without the wait for a worker. The floor is the bare vendor client, which reads ${paths.length} answers and keeps nothing; to fetch and ` +
    `parse them alone takes ${parsed.toFixed(0)} ms. The first sync, which writes all, took ${(first / 1_000).toFixed(1)} s.`;
  return [
    { name: 'sync', unit: 'ms', ...figures, bar: atMost(1.5), note },
    { name: 'sync, rows written', unit: 'rows', floor: [], product: [isSame ? 0 : 1], bar: noMoreThan(0) },
  ];
}

export const sync: Bench = {
  name: 'sync',
  about: 'a sync of 10,000 devices of which nothing changed, beside reading the answers alone',
  run,
};
