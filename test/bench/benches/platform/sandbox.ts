import { SandboxHost } from '@patchbay/sandbox';
import { atLeast, atMost, type Bench } from '../../bench.ts';
import { startIsolateChild } from '../../floors/isolate-child.ts';
import { runInNewIsolate } from '../../floors/isolate-per-call.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';
import { percentile } from '../../statistics.ts';

const INPUT_BYTES = 1_024;
const WARM_UP = 300;
const MIN_CALLS = 30;
const CODE = `definePlugin({ operations: {
  echo: async (input) => ({ ok: true, count: input.items.length, echo: input }),
} })`;

function inputOf(bytes: number): { readonly items: readonly object[] } {
  const items: object[] = [];
  while (JSON.stringify({ items }).length < bytes - 60)
    items.push({ device_id: `d-${items.length}`, status: 'online', n: items.length });
  return { items };
}

/** Median time of one call in microseconds, calls one after another. */
async function medianUs(call: () => Promise<unknown>, seconds: number, warmUp: number): Promise<number> {
  for (let each = 0; each < warmUp; each += 1) await call();
  const times: number[] = [];
  for (
    const endMs = performance.now() + seconds * 1_000;
    performance.now() < endMs || times.length < MIN_CALLS;
  ) {
    const startedMs = performance.now();
    await call();
    times.push(performance.now() - startedMs);
  }
  return percentile(times, 0.5) * 1_000;
}

/** Speed in calls per second that a median time amounts to. */
const perSecond = (us: number): number => 1e6 / us;

async function run(stage: Stage) {
  const { options } = stage;
  const warmUp = stage.of(WARM_UP, 5);
  const input = inputOf(INPUT_BYTES);
  const seconds = Math.min(options.seconds, 2);
  const sandbox = new SandboxHost({ capabilities: async () => null });
  const child = await startIsolateChild();
  try {
    await sandbox.load({ plugin_id: 'bench', version: '1.0.0', code: CODE });
    const request = {
      plugin_id: 'bench',
      organization_id: 'bench',
      kind: 'operation',
      name: 'echo',
      input,
    } as const;
    const product = () => medianUs(() => sandbox.call(request), seconds, warmUp);
    const floor = () =>
      medianUs(async () => JSON.parse(await child.call(JSON.stringify(input))), seconds, warmUp);
    const hop = await alternate(options.rounds, { floor, product });
    const perCall = async () =>
      perSecond(
        await medianUs(
          async () => JSON.parse(await runInNewIsolate(JSON.stringify(input))),
          stage.of(1, 0.1),
          stage.of(MIN_CALLS, 2),
        ),
      );
    const fresh = await alternate(options.rounds, {
      floor: perCall,
      product: async () => perSecond(await product()),
    });
    return [
      {
        name: 'sandbox',
        unit: 'µs p50',
        ...hop,
        bar: atMost(2),
        note: 'The product runs plugins at nice 19 and jitless.',
      },
      {
        name: 'sandbox per call',
        unit: 'calls/s',
        ...fresh,
        bar: atLeast(8),
        note: 'The floor makes an isolate for every call.',
      },
    ];
  } finally {
    await Promise.all([sandbox.dispose(), child.stop()]);
  }
}

export const sandbox: Bench = {
  name: 'sandbox',
  about: 'a plugin read operation of 1 KB against a bare hop',
  run,
};
