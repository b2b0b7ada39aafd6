import { atLeast, type Bench } from '../../bench.ts';
import { ask } from '../../processes/message.ts';
import { startHost } from '../../processes/platform-host.ts';
import { stop } from '../../processes/processes.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';

const BATCHED = { callers: 16, rows: 100 };
const SINGLE = { callers: 64, rows: 1 };

async function run(stage: Stage) {
  const { child } = await startHost(stage, 'audit-host.ts');
  try {
    const { rounds, seconds } = stage.options;
    const measure = async (plan: typeof BATCHED) => {
      const side = (which: 'floor' | 'product') => async (): Promise<number> => {
        const answer = await ask<{ readonly rowsPerSecond: number }>(child, {
          side: which,
          seconds: seconds / 2,
          ...plan,
        });
        return answer.rowsPerSecond;
      };
      return alternate(rounds, { floor: side('floor'), product: side('product') });
    };
    const batched = await measure(BATCHED);
    const single = await measure(SINGLE);
    const unit = 'rows/s';
    return [
      { name: 'audit', unit, ...batched, bar: atLeast(0.6), note: '16 callers, 100 records in each change.' },
      {
        name: 'audit single',
        unit,
        ...single,
        bar: null,
        note: '64 callers, one record in each change: a transaction each.',
      },
    ];
  } finally {
    await stop(child);
  }
}

export const audit: Bench = { name: 'audit', about: 'sealed audit rows against one batched writer', run };
