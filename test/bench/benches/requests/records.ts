import type { Bench, Line } from '../../bench.ts';
import { type LoadResult, type LoadTarget, load } from '../../load/load.ts';
import { postgresCpuOf } from '../../processes/postgres-cpu.ts';
import { expect, type Scene } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { median } from '../../statistics.ts';
import { bearer } from './http-sides.ts';

const ROWS = 500;
const WARM_UP_SECONDS = 2;

/** Kinds of rows whose routes create, show and change one. */
const KINDS = [
  {
    path: '/sites',
    made: { name: 'Record [<id>]', slug: 'record-[<id>]' },
    patch: { address: 'Street [<id>]' },
  },
  {
    path: '/credentials',
    made: { name: 'Record [<id>]', kind: 'token', secret: 'a secret of a bench' },
    patch: { name: 'Renamed [<id>]' },
  },
] as const;

interface Measured extends LoadResult {
  readonly postgresMs: number;
}

/** Ordinary writes and reads of single rows; they have no floor. */
async function run(stage: Stage): Promise<readonly Line[]> {
  const scene = await stage.scene();
  const rows = stage.of(ROWS, 3);
  const lines: Line[] = [];
  for (const kind of KINDS)
    for (const target of await targetsOf(scene, kind, rows)) lines.push(await lineOf(stage, target, scene));
  return lines;
}

type Target = LoadTarget & { readonly name: string };

async function targetsOf(
  { product, admin }: Scene,
  { path, made, patch }: (typeof KINDS)[number],
  rows: number,
): Promise<readonly Target[]> {
  const ids: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const body = JSON.parse(JSON.stringify(made).replaceAll('[<id>]', `seeded-${row}`));
    ids.push(String((await expect(product, 'POST', path, 201, { token: admin.token, body })).id));
  }
  const paths = ids.map((id) => `/api/v1${path}/${id}`);
  const common = { url: `${product.url}/api/v1${path}`, pid: product.pid };
  const headers = { 'content-type': 'application/json', ...bearer(admin.token) };
  return [
    { ...common, name: `POST ${path}`, method: 'POST', headers, body: JSON.stringify(made) },
    { ...common, name: `GET ${path}/{id}`, headers, paths },
    { ...common, name: `PATCH ${path}/{id}`, method: 'PATCH', headers, paths, body: JSON.stringify(patch) },
  ];
}

async function lineOf(stage: Stage, target: Target, scene: Scene): Promise<Line> {
  const { seconds, rounds } = stage.options;
  await load(target, stage.of(WARM_UP_SECONDS, 0.2));
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measure(target, scene, seconds));
  const product = measured.map(({ perSecond }) => perSecond);
  return { name: target.name, unit: 'requests/s', floor: [], product, bar: null, note: costOf(measured) };
}

async function measure(target: Target, { product }: Scene, seconds: number): Promise<Measured> {
  const postgres = await postgresCpuOf(product.databaseUrl);
  const before = postgres.usedMs();
  const { name, ...plan } = target;
  const result = await load(plan, seconds);
  return { ...result, postgresMs: (postgres.usedMs() - before) / (result.perSecond * seconds) };
}

function costOf(side: readonly Measured[]): string {
  const of = (figure: keyof Measured, factor = 1): string =>
    (median(side.map((each) => each[figure])) * factor).toFixed(factor === 1 ? 1 : 0);
  return `CPU ${of('cpuMsPerRequest', 1_000)} µs, PostgreSQL ${of('postgresMs', 1_000)} µs, p50 ${of('p50Ms')} ms, p99 ${of('p99Ms')} ms`;
}

export const records: Bench = {
  name: 'records',
  about: 'creating, reading and changing one row (sites, credentials)',
  run,
};
