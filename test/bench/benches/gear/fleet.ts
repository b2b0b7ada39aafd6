import { type Bench, type Line, noMoreThan } from '../../bench.ts';
import { addressOf, openDatabase, register, startEquipment, syncAll } from '../../processes/equipment.ts';
import { residentBytes } from '../../processes/processes.ts';
import { expect, type Scene } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { percentile } from '../../statistics.ts';

const CONTROLLERS = 1_000;
const DEVICES = 100;
const MIB = 1_048_576;
const SAMPLE_MS = 100;
const PROBES = 100;
const PROBE_EVERY_MS = 20;

/** Reads devices again and again; answers how long each read took. */
async function pages(
  { product, admin }: Scene,
  most: number,
  isOver: () => boolean = () => false,
): Promise<readonly number[]> {
  const times: number[] = [];
  while (times.length < most && !isOver()) {
    const startedMs = performance.now();
    await expect(product, 'GET', '/devices?per_page=50', 200, { token: admin.token });
    times.push(performance.now() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  return times;
}

const percentileOf = async (times: Promise<readonly number[]>): Promise<number> =>
  percentile(await times, 0.99);

async function run(stage: Stage): Promise<readonly Line[]> {
  const scene = await stage.scene();
  const db = await openDatabase(stage, scene);
  const equipment = await startEquipment(stage, stage.of(DEVICES, 3));
  const addresses = Array.from({ length: stage.of(CONTROLLERS, 5) }, (_, index) => addressOf(index));
  const ids = await register(scene, equipment, addresses);
  const { pid } = scene.product;
  const before = residentBytes(pid);
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, SAMPLE_MS);
  const times: number[] = [];
  const idle = await percentileOf(pages(scene, stage.of(PROBES, 5)));
  let isOver = false;
  const probing = pages(scene, Number.POSITIVE_INFINITY, () => isOver);
  try {
    for (let round = 0; round < 2; round += 1) {
      const startedMs = performance.now();
      const ends = await syncAll(scene, db, ids);
      const failed = ends.filter(({ status }) => status !== 'succeeded').length;
      if (failed > 0) throw new Error(`${failed} syncs failed`);
      times.push((performance.now() - startedMs) / 1_000);
    }
  } finally {
    isOver = true;
    clearInterval(sampling);
  }
  const busy = await percentileOf(probing);
  const { rows } = await db.query('select count(*)::int as n from devices where controller_id = any ($1)', [
    ids,
  ]);
  const note = `${rows[0].n} devices came in; the second round found nothing changed.`;
  const stated = { unit: 's', floor: [], bar: null };
  return [
    {
      name: 'fleet, memory more',
      unit: 'MiB',
      floor: [],
      product: [(most - before) / MIB],
      bar: noMoreThan(300),
      note,
    },
    { name: 'fleet, p99 of a page meanwhile', unit: 'ms', floor: [idle], product: [busy], bar: null },
    { name: 'fleet, first round', ...stated, product: times.slice(0, 1) },
    { name: 'fleet, second round', ...stated, product: times.slice(1) },
  ];
}

export const fleet: Bench = {
  name: 'fleet',
  about: '1,000 controllers of 100 devices, all asked for at once',
  run,
};
