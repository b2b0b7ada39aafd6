import { call } from '../../../harness/http-client.ts';
import { MortalRedis } from '../../../scenarios/support/platform/mortal-redis.ts';
import { type Bench, type Line, noMoreThan } from '../../bench.ts';
import { type LoadTarget, load } from '../../load/load.ts';
import { type Product, startProduct } from '../../processes/product.ts';
import { alternate } from '../../rounds.ts';
import { expect, freshAddress, PASSWORD, signIn } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { bearer } from '../requests/http-sides.ts';

const OWNER = 'owner@bench.example';
const REFUSAL_BAR_MS = 500;
const SLOWER_BAR_MS = 50;
const TRIES = 8;
/** Below what the product can do, so that waiting is not its own queue. */
const CONNECTIONS = 8;
/** The paths that the limiter guards (SPEC 8), with bodies their schemas take. */
const GUARDED: readonly (readonly [string, object])[] = [
  ['/auth/login', { login: OWNER, password: PASSWORD }],
  ['/auth/token', { username: OWNER, password: PASSWORD }],
  [
    '/auth/register',
    { organization_name: 'X', email: 'x@bench.example', username: 'xx', password: PASSWORD },
  ],
  ['/auth/password/reset-request', { email: OWNER }],
  ['/auth/login/mfa', { mfa_token: 'x', code: '123456' }],
];

/** The slowest refusal of the guarded paths; throws when one of them is not 503. */
async function slowestRefusalMs({ url }: Product, tries: number): Promise<number> {
  const times: number[] = [];
  for (let each = 0; each < tries; each += 1)
    for (const [path, body] of GUARDED) {
      const startedMs = performance.now();
      const answer = await call(url, 'POST', `/api/v1${path}`, { body, from: freshAddress() });
      times.push(performance.now() - startedMs);
      if (answer.status !== 503) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    }
  return Math.max(...times);
}

interface Redis {
  readonly down: () => unknown;
  readonly up: () => unknown;
}

async function measure(
  stage: Stage,
  product: Product,
  target: LoadTarget,
  name: string,
  redis: Redis,
): Promise<readonly Line[]> {
  const { options } = stage;
  const tries = stage.of(TRIES, 1);
  const refusals: number[] = [];
  const p99 = async (): Promise<number> =>
    (await load({ ...target, connections: CONNECTIONS }, options.seconds)).p99Ms;
  const figures = await alternate(options.rounds, {
    floor: p99,
    product: async () => {
      await redis.down();
      try {
        refusals.push(await slowestRefusalMs(product, tries));
        return await p99();
      } finally {
        await redis.up();
        await untilSignIn(product);
      }
    },
  });
  stage.say(
    `  ${name}: p99 with Redis ${figures.floor.join(', ')} ms, without ${figures.product.join(', ')} ms`,
  );
  const slower = figures.product.map((ms, round) => ms - (figures.floor[round] ?? 0));
  const note = `p99 of GET /sites in ms, round by round: with Redis ${figures.floor.join(', ')}; without ${figures.product.join(', ')}.`;
  const line = { unit: 'ms', floor: [] };
  return [
    {
      ...line,
      name: `redis ${name}: refusal`,
      product: [Math.max(...refusals)],
      bar: noMoreThan(REFUSAL_BAR_MS),
      note: `The slowest of ${refusals.length * tries * GUARDED.length} answers, each 503.`,
    },
    { ...line, name: `redis ${name}: others slower`, product: slower, bar: noMoreThan(SLOWER_BAR_MS), note },
  ];
}

/** Redis counts as back when people can sign in again. */
async function untilSignIn(product: Product): Promise<void> {
  const deadlineMs = performance.now() + 30_000;
  while (performance.now() < deadlineMs) {
    const signedIn = await signIn(product, OWNER).catch(() => null);
    if (signedIn !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nobody could sign in after Redis came back');
}

async function run(stage: Stage) {
  const redis = await MortalRedis.create();
  stage.defer(() => redis.remove());
  const product = await startProduct({
    databaseUrl: await stage.database(),
    dataDir: await stage.folder('redis-down'),
    environment: { REDIS_URL: redis.url, ALLOW_REGISTRATION: 'true', LOG_LEVEL: 'error' },
  });
  try {
    const body = { organization_name: 'Bench', email: OWNER, username: 'bench-owner', password: PASSWORD };
    await expect(product, 'POST', '/setup/initialize', 201, { body });
    const { token } = await signIn(product, OWNER);
    const target = { url: `${product.url}/api/v1/sites`, pid: product.pid, headers: bearer(token) };
    await load(target, stage.of(2, 0.2));
    return [
      ...(await measure(stage, product, target, 'killed', {
        down: () => redis.kill(),
        up: () => redis.start(),
      })),
      ...(await measure(stage, product, target, 'hanging', {
        down: () => redis.freeze(),
        up: () => redis.thaw(),
      })),
    ];
  } finally {
    await product.stop();
  }
}

export const redisDown: Bench = {
  name: 'redis-down',
  about: 'what is refused and what is slower while Redis is dead or hangs',
  run,
};
