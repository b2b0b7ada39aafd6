import { builtConsole } from '../../../browser/console/support/built-console.ts';
import { type Line, noMoreThan } from '../../bench.ts';
import { load } from '../../load/load.ts';
import { paced } from '../../load/paced.ts';
import { alternate } from '../../rounds.ts';
import type { Scene } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { median, percentile } from '../../statistics.ts';
import { bearer } from '../requests/http-sides.ts';

/** Far from what the platform can answer: waiting for one's own calls is not what is measured. */
const CALLS_PER_SECOND = 100;
/** A process that loads needs this long to start. */
const STARTING_MS = 700;
const MORE_MS = 2;

/** The page and all of its files over and over, one after the other as fast as they come, while `work` is done. */
async function whileServing<T>({ product }: Scene, seconds: number, work: () => Promise<T>) {
  const { assets } = await builtConsole();
  const paths = ['/console/', ...Object.keys(assets).map((name) => `/console/assets/${name}`)];
  const serving = load(
    {
      url: product.url,
      pid: product.pid,
      connections: 1,
      paths,
      headers: { 'accept-encoding': 'br' },
    },
    seconds + STARTING_MS / 1_000,
  );
  await new Promise((resolve) => setTimeout(resolve, STARTING_MS));
  const [served, done] = await Promise.all([serving, work()]);
  return { done, servedPerSecond: served.perSecond };
}

/** How much later the slowest hundredth of a list's answers comes while somebody loads the console. */
export async function servedBeside(stage: Stage): Promise<Line> {
  const scene = await stage.scene();
  const { product, admin } = scene;
  const { rounds, seconds } = stage.options;
  const url = `${product.url}/api/v1/devices?per_page=50`;
  const slowestMs = async (): Promise<number> => {
    const plan = { url, headers: bearer(admin.token), perSecond: CALLS_PER_SECOND, seconds };
    return percentile(await paced(plan), 0.99);
  };
  await slowestMs();
  let servedPerSecond = 0;
  const sides = await alternate(rounds, {
    floor: slowestMs,
    product: async () => {
      const served = await whileServing(scene, seconds, slowestMs);
      servedPerSecond = served.servedPerSecond;
      return served.done;
    },
  });
  const more = sides.product.map((value, round) => value - (sides.floor[round] ?? Number.NaN));
  const note = `p99 of GET /devices ${median(sides.floor).toFixed(1)} ms alone, ${median(sides.product).toFixed(1)} ms while ${servedPerSecond.toFixed(0)} files of the console a second are served.`;
  return {
    name: 'API p99 beside it',
    unit: 'ms more',
    floor: [],
    product: more,
    bar: noMoreThan(MORE_MS),
    note,
  };
}
