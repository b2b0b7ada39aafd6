import { atLeast, type Bench, type Line } from '../../bench.ts';
import { httpChain } from '../../http-chain.ts';
import { setUp } from '../../owner.ts';
import { ask } from '../../processes/message.ts';
import { startHost } from '../../processes/platform-host.ts';
import { stop } from '../../processes/processes.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';

const EVENTS_PER_SECOND = 2_000;
const WARM_UP_EVENTS = 1_000;
const ANSWER_MS = 180_000;
const STEP = {
  operation_id: 'fabric.log',
  params: { message: 'Device {{trigger.payload.device_id}} is {{trigger.payload.new_status}}' },
};
const CONNECTION = {
  name: 'bench',
  source_event: 'ingest.external',
  conditions: {
    logic: 'and',
    conditions: [{ field: 'payload.new_status', operator: 'eq', value: 'offline' }],
  },
  steps: [STEP, STEP, STEP],
};

async function inProcess(stage: Stage): Promise<Line> {
  const { child, hello } = await startHost<{ readonly url: string }>(stage, 'chain-host.ts');
  try {
    const { organization_id, post } = await setUp(hello.url);
    const { id } = await post('/fabric/connections', CONNECTION);
    const target = { organization_id, connection_id: String(id) };
    const measure = async (side: 'floor' | 'product', events: number): Promise<number> => {
      const answer = await ask<{ readonly perSecond: number }>(child, { side, events, ...target }, ANSWER_MS);
      return answer.perSecond;
    };
    const warmUp = stage.of(WARM_UP_EVENTS, 10);
    await measure('product', warmUp);
    await measure('floor', warmUp);
    const { rounds, seconds } = stage.options;
    const events = stage.of(Math.round(EVENTS_PER_SECOND * seconds), 100);
    const figures = await alternate(rounds, {
      floor: () => measure('floor', events),
      product: () => measure('product', events),
    });
    const note = `${events} events published in units of 250, each ending in a run of three steps with its record.`;
    return { name: 'chain', unit: 'runs/s', ...figures, bar: atLeast(0.35), note };
  } finally {
    await stop(child);
  }
}

export const chain: Bench = {
  name: 'chain',
  about: 'durable event to finished Connection of three steps, in process and over HTTP',
  run: async (stage) => [await inProcess(stage), await httpChain(stage)],
};
