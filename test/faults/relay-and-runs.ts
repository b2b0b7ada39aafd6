import { Sink } from './sink.ts';
import type { Tally } from './tally.ts';
import { World } from './world.ts';

const PER_KILL = 12;
const SETTLED_WITHIN_MS = 90_000;

/**
 * SIGKILL while events are relayed and Connections run. Every acknowledged write's event is in the log once,
 * has one finished run, and reached the receiver under one delivery id.
 */
export async function killsDuringRelayAndRuns(
  kills: number,
  onProgress: (done: number) => void = () => {},
): Promise<Tally> {
  const sink = new Sink();
  const url = await sink.start();
  const world = await World.create({ FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
  try {
    await world.must('POST', '/fabric/connections', 201, {
      body: {
        name: 'tell the receiver',
        source_event: 'site.created',
        steps: [
          { operation_id: 'fabric.log', params: { message: 'site {{trigger.name}}' } },
          { operation_id: 'fabric.webhook', params: { url, payload: { name: '{{trigger.name}}' } } },
          {
            operation_id: 'fabric.notify',
            params: {
              channels: { in_app: { user_ids: [world.user_id] } },
              title: '{{trigger.name}}',
              body: 'made',
            },
          },
        ],
      },
    });
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < kills; kill += 1) {
      const names = Array.from({ length: PER_KILL }, (_, index) => `k${kill}-${index}`);
      await world.killDuring(
        () => Promise.all(names.map((name) => create(world, name, acknowledged))),
        20 + Math.random() * 200,
      );
      onProgress(kill + 1);
    }
    return await count(world, sink, kills, acknowledged);
  } finally {
    await world.dispose();
    await sink.stop();
  }
}

async function create(world: World, name: string, acknowledged: Set<string>): Promise<void> {
  const answer = await world.call('POST', '/sites', { body: { name } }).catch(() => null);
  if (answer?.status === 201) acknowledged.add(name);
}

async function count(
  world: World,
  sink: Sink,
  kills: number,
  acknowledged: ReadonlySet<string>,
): Promise<Tally> {
  const stuck = [
    ...(await world.drained('select event_id as id from event_pending', SETTLED_WITHIN_MS)),
    ...(await world.drained(
      `select e.id from event_log e where e.event_type = 'site.created' and e.payload->>'name' <> 'Site' and not exists (
         select from connection_runs r where r.event_id = e.id and r.status in ('succeeded', 'failed'))`,
      SETTLED_WITHIN_MS,
    )),
  ];
  const events = await world.rows<{ id: string; name: string }>(
    `select id, payload->>'name' as name from event_log where event_type = 'site.created' and payload->>'name' <> 'Site'`,
  );
  const runs = await world.rows<{ event_id: string; status: string }>(
    'select event_id, status from connection_runs',
  );
  const notices = await world.rows<{ title: string; n: number }>(
    'select title, count(*)::int as n from notifications group by 1',
  );
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const name of acknowledged)
    if (events.filter((event) => event.name === name).length === 0) lost.push(`event of ${name}`);
  for (const { id, name } of events) {
    const mine = runs.filter(({ event_id }) => event_id === id);
    const ids = new Set(
      sink.deliveries.filter(({ body }) => body['name'] === name).map((delivery) => delivery.id),
    );
    const noticed = notices.find(({ title }) => title === name)?.n ?? 0;
    if (mine.length > 1 || ids.size > 1 || noticed > 1) doubled.push(name);
    if (
      mine.length === 0 ||
      mine.some(({ status }) => status !== 'succeeded') ||
      ids.size === 0 ||
      noticed === 0
    )
      lost.push(`effects of ${name}`);
  }
  const names = events.map(({ name }) => name);
  doubled.push(...names.filter((name, index) => names.indexOf(name) !== index));
  return { kills, acknowledged: acknowledged.size, lost, doubled, stuck };
}
