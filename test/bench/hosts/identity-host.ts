import { argon2, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { route } from '@patchbay/kernel/http';
import {
  collectGarbage,
  createPlatform,
  type DiscoveredModule,
  defineModule,
} from '@patchbay/kernel/modules';
import Type from 'typebox';
import { callsPerSecond } from '../load/callers.ts';
import { LongestHold } from '../load/longest-hold.ts';
import { median } from '../statistics.ts';
import { answers } from './answers.ts';

/**
 * Times single hashes; hashes for so long, as many at once as the product does; or tells how long the event loop
 * was held up since it was asked to watch.
 */
type Ask = { readonly hashes: number } | { readonly hashingSeconds: number } | 'watch' | 'watched';

const NS_PER_MS = 1_000_000;
const RESOLUTION_MS = 1;
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** SPEC and DECISIONS 11 name argon2id; the bar names these. */
const PARAMETERS = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };

const hello = (name: 'open' | 'closed') =>
  ({
    id: `bench.${name}`,
    method: 'GET',
    path: `/bench/${name}`,
    summary: 'Say so',
    reply: Type.Object({ ok: Type.Boolean() }),
    handle: () => ({ ok: true }),
  }) as const;

/** One route twice: for everybody, and for those whose role allows it. */
const twice: DiscoveredModule = {
  file: 'modules/bench/index.ts',
  declaration: defineModule({
    id: 'bench',
    title: 'Bench',
    status: 'available',
    prefixes: ['/bench'],
    routes: [
      route({ ...hello('open'), access: { public: 'the floor of a bench' } }),
      route({ ...hello('closed'), access: { role: 'viewer' } }),
    ],
  }),
};

const platform = await createPlatform({ work: false, modules: [twice] });
collectGarbage();
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const hold = new LongestHold();
const hash = promisify(argon2);

async function hashMs(): Promise<number> {
  const [message, nonce] = [randomBytes(24), randomBytes(16)];
  const startedMs = performance.now();
  await hash('argon2id', { ...PARAMETERS, message, nonce });
  return performance.now() - startedMs;
}

async function answer(ask: Ask): Promise<object> {
  if (ask === 'watch') {
    delay.reset();
    delay.enable();
    hold.start();
    return {};
  }
  if (ask === 'watched') {
    delay.disable();
    return { heldMs: hold.stop(), maxMs: delay.max / NS_PER_MS, p99Ms: delay.percentile(99) / NS_PER_MS };
  }
  if ('hashingSeconds' in ask)
    return { perSecond: await callsPerSecond(AT_ONCE, ask.hashingSeconds, hashMs) };
  const times: number[] = [];
  for (let each = 0; each < ask.hashes; each += 1) times.push(await hashMs());
  return { ms: median(times) };
}

answers(answer, () => platform.stop());
process.send?.({ url: platform.url });
