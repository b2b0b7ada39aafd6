import { type Bar, type Bench, type Line, noMoreThan } from '../../bench.ts';
import type { FloodAnswer, FloodAsk } from '../../hosts/flood-host.ts';
import { setUp } from '../../owner.ts';
import { ask } from '../../processes/message.ts';
import { startHost } from '../../processes/platform-host.ts';
import { residentBytes, stop } from '../../processes/processes.ts';
import type { Stage } from '../../stage.ts';

const CONNECTIONS = 100;
const PER_SECOND = 10_000;
const SECONDS = 10;
/** What a process has read once counts for itself, not for the flood. */
const WARM_UP = { perSecond: 2_000, seconds: 2 };
const MIB = 1_048_576;
const SAMPLE_MS = 100;
const ANSWER_MS = 400_000;
const onTime: Bar = { of: 'product', at: 'least', value: PER_SECOND * 0.99 };

const connectionOf = (index: number) => ({
  name: `flood ${index}`,
  source_event: `flood.kind_${String(index).padStart(2, '0')}.*`,
  conditions: { logic: 'and', conditions: [{ field: 'new_status', operator: 'eq', value: 'offline' }] },
  max_runs_per_minute: null,
  steps: [
    {
      operation_id: 'fabric.log',
      params: { message: 'Device {{trigger.device_id}} is {{trigger.new_status}}' },
    },
  ],
});

async function run(stage: Stage): Promise<readonly Line[]> {
  const { child, hello } = await startHost<{ readonly url: string }>(stage, 'flood-host.ts');
  try {
    const { organization_id, post } = await setUp(hello.url);
    for (let index = 0; index < CONNECTIONS; index += 1)
      await post('/fabric/connections', connectionOf(index));
    const flood = (facts: Omit<FloodAsk, 'organization_id'>) =>
      ask<FloodAnswer>(child, { organization_id, ...facts }, ANSWER_MS);
    if (!stage.options.isBrief) await flood(WARM_UP);
    const pid = child.pid ?? 0;
    const before = residentBytes(pid);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, residentBytes(pid));
    }, SAMPLE_MS);
    const answer = await flood({ perSecond: stage.of(PER_SECOND, 500), seconds: stage.of(SECONDS, 1) });
    clearInterval(sampling);
    const line = (name: string, unit: string, value: number, bar: Bar, note?: string): Line => ({
      name: `flood, ${name}`,
      unit,
      floor: [],
      product: [value],
      bar,
      ...(note === undefined ? {} : { note }),
    });
    const note = `${answer.published} events in units of 250, ${CONNECTIONS} Connections by pattern, each event matching one, with a condition and one templated step.`;
    return [
      line('lost', 'events', answer.lost, noMoreThan(0), note),
      line('published', 'events/s', answer.publishedPerSecond, onTime),
      line('drained after', 's', answer.drainedSeconds, noMoreThan(60)),
      line('memory more', 'MiB', (most - before) / MIB, noMoreThan(300)),
    ];
  } finally {
    await stop(child);
  }
}

export const flood: Bench = {
  name: 'flood',
  about: '10,000 events a second for ten seconds into 100 Connections',
  run,
};
