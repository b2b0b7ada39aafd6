import { call } from '../../../harness/http-client.ts';
import { Listener } from '../../../scenarios/support/listener.ts';
import { MortalRedis } from '../../../scenarios/support/platform/mortal-redis.ts';
import { type Bench, type Line, noMoreThan } from '../../bench.ts';
import { type Product, startProduct } from '../../processes/product.ts';
import { expect, PASSWORD, type Person, signIn } from '../../scene.ts';
import type { Stage } from '../../stage.ts';

const REVOCATIONS = 20;
const HTTP_BAR_MS = 1_000;
const SOCKET_BAR_MS = 5_000;
const GIVE_UP_MS = 15_000;
const OWNER = 'owner@bench.example';

/** Two processes of one installation: one PostgreSQL, one Redis. */
interface Twins {
  readonly one: Product;
  readonly two: Product;
  readonly redis: MortalRedis;
}

async function startTwins(stage: Stage): Promise<Twins> {
  const redis = await MortalRedis.create();
  stage.defer(() => redis.remove());
  const databaseUrl = await stage.database();
  const started: Product[] = [];
  for (const name of ['one', 'two']) {
    const dataDir = await stage.folder(name);
    const product = await startProduct({ databaseUrl, dataDir, environment: { REDIS_URL: redis.url } });
    stage.defer(() => product.stop());
    started.push(product);
  }
  const [one, two] = started as [Product, Product];
  const body = { organization_name: 'Bench', email: OWNER, username: 'bench-owner', password: PASSWORD };
  await expect(one, 'POST', '/setup/initialize', 201, { body });
  return { one, two, redis };
}

const statusOf = async ({ url }: Product, { token }: Person): Promise<number> =>
  (await call(url, 'GET', '/api/v1/auth/me', { token })).status;

/** Milliseconds from now until the condition holds, asking again and again. */
async function until(startedMs: number, condition: () => Promise<boolean> | boolean): Promise<number> {
  while (!(await condition())) {
    if (performance.now() - startedMs > GIVE_UP_MS) return GIVE_UP_MS;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return performance.now() - startedMs;
}

interface Times {
  readonly same: number;
  readonly other: number;
  readonly socket: number;
}

/** Signs in, is known to both processes, logs out on the one; times count from the answer. */
async function revokeOnce({ one, two, redis }: Twins, flush: boolean): Promise<Times> {
  const person = await signIn(one, OWNER);
  for (const product of [one, two])
    if ((await statusOf(product, person)) !== 200) throw new Error('the session does not work');
  const socket = await Listener.open(two, person.token);
  try {
    if (flush) await redis.flush();
    await expect(one, 'POST', '/auth/logout', 204, { token: person.token });
    const startedMs = performance.now();
    if (flush) await redis.flush();
    const refused = (product: Product) =>
      until(startedMs, async () => (await statusOf(product, person)) === 401);
    const closed = until(
      startedMs,
      () => socket.closedWith !== undefined || socket.frames.some(({ type }) => type === 'session_revoked'),
    );
    const [same, other, ended] = await Promise.all([refused(one), refused(two), closed]);
    return { same, other, socket: ended };
  } finally {
    socket.close();
  }
}

async function linesOf(twins: Twins, times: number, flush: boolean): Promise<readonly Line[]> {
  const all: Times[] = [];
  for (let each = 0; each < times; each += 1) all.push(await revokeOnce(twins, flush));
  const lineOf = (what: string, bar: number, pick: (times: Times) => number): Line => ({
    name: `revocation ${what}${flush ? ', flushed' : ''}`,
    unit: 'ms',
    floor: [],
    product: [Math.max(...all.map(pick))],
    bar: noMoreThan(bar),
  });
  return [
    lineOf('same process', HTTP_BAR_MS, ({ same }) => same),
    lineOf('other process', HTTP_BAR_MS, ({ other }) => other),
    lineOf('open socket', SOCKET_BAR_MS, ({ socket }) => socket),
  ];
}

async function run(stage: Stage) {
  const twins = await startTwins(stage);
  const times = stage.of(REVOCATIONS, 2);
  return [...(await linesOf(twins, times, false)), ...(await linesOf(twins, times, true))];
}

export const revocation: Bench = {
  name: 'revocation',
  about: `from logout to refusal, here and in another process, longest of ${REVOCATIONS}`,
  run,
};
