import { atLeast, type Bench, type Line } from '../../bench.ts';
import { type LoadResult, type LoadTarget, load } from '../../load/load.ts';
import { postgresCpuOf } from '../../processes/postgres-cpu.ts';
import { startProduct } from '../../processes/product.ts';
import { alternate } from '../../rounds.ts';
import { expect, type Scene, setScene } from '../../scene.ts';
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

/** Ordinary writes and reads of single rows; beside another checkout's, where one is given. */
async function run(stage: Stage): Promise<readonly Line[]> {
  const scenes = { product: await stage.scene(), floor: await besideScene(stage) };
  const rows = stage.of(ROWS, 3);
  const lines: Line[] = [];
  for (const kind of KINDS) {
    const floor = scenes.floor && (await targetsOf(scenes.floor, kind, rows));
    const product = await targetsOf(scenes.product, kind, rows);
    for (const [index, target] of product.entries())
      lines.push(await compare(stage, target, floor?.[index] ?? null, [scenes.product, scenes.floor]));
  }
  return lines;
}

async function besideScene(stage: Stage): Promise<Scene | null> {
  const { beside: checkout } = stage.options;
  if (checkout === null) return null;
  const databaseUrl = await stage.database();
  const product = await startProduct({ databaseUrl, dataDir: await stage.folder('beside'), checkout });
  stage.defer(() => product.stop());
  return setScene(product);
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

async function compare(
  stage: Stage,
  target: Target,
  beside: Target | null,
  [here, there]: readonly [Scene, Scene | null],
): Promise<Line> {
  const { seconds, rounds } = stage.options;
  for (const each of [target, beside]) if (each !== null) await load(each, stage.of(WARM_UP_SECONDS, 0.2));
  const measured = await alternate<Measured | null>(rounds, {
    floor: async () => (beside && there ? measure(beside, there, seconds) : null),
    product: () => measure(target, here, seconds),
  });
  const [floor, product] = [measured.floor.filter(isMeasured), measured.product.filter(isMeasured)];
  return {
    name: target.name,
    unit: 'requests/s',
    floor: floor.map(({ perSecond }) => perSecond),
    product: product.map(({ perSecond }) => perSecond),
    bar: beside === null ? null : atLeast(0.95),
    note: [floor, product]
      .filter((side) => side.length > 0)
      .map(costOf)
      .join('; '),
  };
}

const isMeasured = (each: Measured | null): each is Measured => each !== null;

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
  about:
    'creating, reading and changing one row (sites, credentials); --beside <checkout> compares with another',
  run,
};
