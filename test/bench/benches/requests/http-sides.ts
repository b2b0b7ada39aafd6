import type { Bar, Line } from '../../bench.ts';
import { type HttpFloor, startHttpFloor } from '../../floors/http-floor.ts';
import { type LoadResult, type LoadTarget, load } from '../../load/load.ts';
import { postgresCpuOf } from '../../processes/postgres-cpu.ts';
import { alternate } from '../../rounds.ts';
import type { Scene } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { median } from '../../statistics.ts';

const WARM_UP_SECONDS = 2;

interface Measured extends LoadResult {
  readonly postgresMsPerRequest: number;
}

/** How a request looks at the floor and at the product. */
export interface Comparison {
  readonly name: string;
  readonly bar: Bar;
  readonly floor: Omit<LoadTarget, 'pid' | 'url'> & { readonly path: string };
  readonly product: Omit<LoadTarget, 'pid' | 'url'> & { readonly path: string };
  readonly note?: string;
}

/** Loads floor and product in turns and tells requests per second. */
export async function compareHttp(
  stage: Stage,
  plan: (scene: Scene, floor: HttpFloor) => Comparison | Promise<Comparison>,
): Promise<Line> {
  const scene = await stage.scene();
  const floor = await startHttpFloor(scene.product.databaseUrl, scene.organization_id);
  try {
    const comparison = await plan(scene, floor);
    const targets = {
      floor: { ...comparison.floor, url: floor.url + comparison.floor.path, pid: floor.pid },
      product: {
        ...comparison.product,
        url: scene.product.url + comparison.product.path,
        pid: scene.product.pid,
      },
    };
    for (const target of [targets.floor, targets.product]) await load(target, stage.of(WARM_UP_SECONDS, 0.2));
    const { seconds, rounds } = stage.options;
    const postgres = await postgresCpuOf(scene.product.databaseUrl);
    const measure = async (target: LoadTarget): Promise<Measured> => {
      const before = postgres.usedMs();
      const result = await load(target, seconds);
      return { ...result, postgresMsPerRequest: (postgres.usedMs() - before) / (result.perSecond * seconds) };
    };
    const measured = await alternate(rounds, {
      floor: () => measure(targets.floor),
      product: () => measure(targets.product),
    });
    return {
      name: comparison.name,
      unit: 'requests/s',
      floor: measured.floor.map(({ perSecond }) => perSecond),
      product: measured.product.map(({ perSecond }) => perSecond),
      bar: comparison.bar,
      note: [comparison.note, detailOf(measured)].filter(Boolean).join(' '),
    };
  } finally {
    await floor.stop();
  }
}

/** What the requests cost, floor first: a missed bar begins to be explained here. */
function detailOf({
  floor,
  product,
}: {
  readonly floor: readonly Measured[];
  readonly product: readonly Measured[];
}): string {
  const both = (figure: keyof Measured, unit: string, factor = 1): string =>
    `${[floor, product]
      .map((side) => `${(median(side.map((each) => each[figure])) * factor).toFixed(0)}`)
      .join(' and ')} ${unit}`;
  const cpu = both('cpuMsPerRequest', 'µs', 1_000);
  const postgres = both('postgresMsPerRequest', 'µs', 1_000);
  return `Floor and product: CPU per request ${cpu}, PostgreSQL ${postgres}, p50 ${both('p50Ms', 'ms')}, p99 ${both('p99Ms', 'ms')}.`;
}

export const bearer = (token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
});
