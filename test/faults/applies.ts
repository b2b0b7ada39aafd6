import type { Tally } from './tally.ts';
import { World } from './world.ts';

const FEATURE = 'routeros.firewall.filter';
const PER_KILL = 6;
const SETTLED_WITHIN_MS = 60_000;

/**
 * SIGKILL while changes are applied. An acknowledged apply is on the router exactly once and its event in the
 * log exactly once; any other was pushed once or not at all; nothing stays in the middle for a minute.
 */
export async function killsDuringApplies(
  kills: number,
  onProgress: (done: number) => void = () => {},
): Promise<Tally> {
  const world = await World.create();
  try {
    const acknowledged = new Set<string>();
    const markers = new Map<string, string>();
    for (let kill = 0; kill < kills; kill += 1) {
      const ids = await stage(world, `k${kill}`, markers);
      await world.killDuring(
        () => Promise.all(ids.map((id) => apply(world, id, acknowledged))),
        10 + Math.random() * 250,
      );
      onProgress(kill + 1);
    }
    return await count(world, kills, acknowledged, markers);
  } finally {
    await world.dispose();
  }
}

async function stage(world: World, prefix: string, markers: Map<string, string>): Promise<readonly string[]> {
  const path = `/gateway-mikrotik-firewall/${world.controller_id}/changes/${FEATURE}?operation=create`;
  const answers = await Promise.all(
    Array.from({ length: PER_KILL }, (_, index) =>
      world.must('POST', path, 201, {
        body: { payload: { chain: 'forward', action: 'accept', comment: `${prefix}-${index}` } },
      }),
    ),
  );
  answers.forEach(({ body }, index) => {
    markers.set(body.id, `${prefix}-${index}`);
  });
  return answers.map(({ body }) => body.id);
}

async function apply(world: World, id: string, acknowledged: Set<string>): Promise<void> {
  const answer = await world
    .call('POST', `/gateway-vpn/changes/${id}/apply`, { body: { force: true } })
    .catch(() => null);
  if (answer?.status === 200) acknowledged.add(id);
}

async function count(
  world: World,
  kills: number,
  acknowledged: ReadonlySet<string>,
  markers: ReadonlyMap<string, string>,
): Promise<Tally> {
  const stuck = await world.drained(
    `select id from change_attempts where outcome = 'running'`,
    SETTLED_WITHIN_MS,
  );
  const pushes = (marker: string): number =>
    world.lab.ledger
      .entries()
      .filter(({ outcome, body }) => outcome.result === 'executed' && body.includes(`"${marker}"`)).length;
  const changes = await world.rows<{ id: string; status: string }>('select id, status from pending_changes');
  const events = await world.rows<{ id: string; n: number }>(
    `select payload->>'change_id' as id, count(*)::int as n from event_log where event_type = 'controller.change.applied' group by 1`,
  );
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const { id, status } of changes) {
    const pushed = pushes(markers.get(id) ?? '');
    const told = events.find((event) => event.id === id)?.n ?? 0;
    if (pushed > 1 || told > 1) doubled.push(id);
    if (acknowledged.has(id) && status !== 'applied') lost.push(id);
    if (status === 'applied' && (pushed !== 1 || told !== 1)) lost.push(id);
  }
  const { body } = await world.must('GET', '/audit/validate', 200);
  if (body.valid !== true) lost.push(`audit chain: ${JSON.stringify(body)}`);
  return { kills, acknowledged: acknowledged.size, lost, doubled, stuck };
}
