import { RouterOsController } from '@patchbay/module-lab/contract';
import { waitFor } from '../harness/wait-for.ts';
import { World } from './world.ts';

type Fault = Parameters<RouterOsController['faults']['set']>[0];

const FEATURE = 'routeros.firewall.filter';
const SECONDS = 10;
const ENDED_WITHIN_MS = 150_000;

/** Where the platform is killed, and what must have become of the change by itself. */
interface Point {
  readonly name: string;
  /** The request it hangs in when the kill comes; absent: it waits for a confirmation. */
  readonly fault?: Fault;
  readonly isConfirming?: boolean;
  readonly ends: readonly string[];
  readonly stands: boolean;
}

const slow = { kind: 'slow', count: 1, delay_ms: 120_000 } as const;
const hang = { kind: 'hang', count: 1 } as const;
const scheduler = { method: 'PUT', path: '/rest/system/scheduler' } as const;
const rule = { method: 'PUT', path: '/rest/ip/firewall/filter' } as const;
const keep = { method: 'DELETE', path: '/rest/system/scheduler/*' } as const;

const points: readonly Point[] = [
  { name: 'before the router is armed', fault: { ...hang, ...scheduler }, ends: ['unknown'], stands: false },
  { name: 'after the router is armed', fault: { ...slow, ...scheduler }, ends: ['unknown'], stands: false },
  { name: 'before the push', fault: { ...hang, ...rule }, ends: ['reverted'], stands: false },
  { name: 'after the push', fault: { ...slow, ...rule }, ends: ['reverted'], stands: false },
  { name: 'while it waits', ends: ['reverted'], stands: false },
  {
    name: 'before the confirmation arrives',
    fault: { ...hang, ...keep },
    isConfirming: true,
    ends: ['reverted'],
    stands: false,
  },
  {
    name: 'after the confirmation arrived',
    fault: { ...slow, ...keep },
    isConfirming: true,
    ends: ['succeeded', 'unknown'],
    stands: true,
  },
];

export interface PointResult {
  readonly point: string;
  readonly problems: readonly string[];
}

interface Running {
  readonly point: Point;
  readonly lab: RouterOsController;
  readonly change_id: string;
}

/**
 * One SIGKILL with an apply or a confirmation at each point, every one on a router of its own. Afterwards each attempt
 * tells the truth, what was not confirmed is off its router, and nothing was pushed twice or stays armed.
 */
export async function killsAroundConfirmations(): Promise<readonly PointResult[]> {
  const world = await World.create({ ADAPTER_READ_ONLY: 'false' });
  const labs: RouterOsController[] = [];
  try {
    const running: Running[] = [];
    const calls: Promise<unknown>[] = [];
    for (const point of points) {
      const lab = new RouterOsController({ plain_http: true, devices: 2, reboot_ms: 500 });
      labs.push(lab);
      const change_id = await stage(world, lab, point.name);
      const apply = () =>
        world.call('POST', `/gateway-vpn/changes/${change_id}/apply`, {
          body: { force: true, confirm_within_seconds: SECONDS },
          timeoutMs: 120_000,
        });
      if (!point.fault || point.isConfirming) await apply();
      if (point.fault) lab.faults.set(point.fault);
      if (point.isConfirming)
        calls.push(world.call('POST', `/changes/${change_id}/confirm`).catch(() => null));
      else if (point.fault) calls.push(apply().catch(() => null));
      if (point.fault)
        await waitFor(`the kill ${point.name}`, async () => lab.faults.list().length === 0, {
          timeoutMs: 20_000,
        });
      running.push({ point, lab, change_id });
    }
    await world.platform.kill();
    await Promise.all(calls);
    await world.platform.start();
    await world.drained(
      `select id from change_attempts where outcome in ('running', 'awaiting_confirmation') or armed_at is not null and sent_hash is null`,
      ENDED_WITHIN_MS,
    );
    return await Promise.all(running.map((each) => judge(world, each)));
  } finally {
    await Promise.all(labs.map((lab) => lab.stop()));
    await world.dispose();
  }
}

async function stage(world: World, lab: RouterOsController, comment: string): Promise<string> {
  const { url, credentials } = await lab.start();
  const { username, password: secret } = credentials;
  const login = { name: comment, kind: 'password', username, secret };
  const credential = await world.must('POST', '/credentials', 201, { body: login });
  const router = { name: comment, site_id: world.site_id, vendor: 'mikrotik', url };
  const made = await world.must('POST', '/controllers', 201, {
    body: { ...router, credential_id: credential.body.id },
  });
  const path = `/gateway-mikrotik-firewall/${made.body.id}/changes/${FEATURE}?operation=create`;
  const body = { payload: { chain: 'forward', action: 'accept', comment } };
  return (await world.must('POST', path, 201, { body })).body.id;
}

async function judge(world: World, { point, lab, change_id }: Running): Promise<PointResult> {
  const problems: string[] = [];
  const [attempt] = await world.rows<{ outcome: string; armed_at: string | null; sent_hash: string | null }>(
    'select outcome, armed_at, sent_hash from change_attempts where change_id = $1',
    [change_id],
  );
  const outcome = attempt?.outcome ?? 'none';
  if (!point.ends.includes(outcome)) problems.push(`ended ${outcome}`);
  const state = lab.state();
  const stands = (state['/ip/firewall/filter'] ?? []).some((row) => row['comment'] === point.name);
  if (stands !== point.stands) problems.push(stands ? 'stands on the router' : 'is not on the router');
  if ((state['/system/scheduler'] ?? []).length > 0) problems.push('left the router armed');
  const pushed = lab.ledger
    .entries()
    .filter(
      ({ path, method, outcome: { result } }) =>
        method === rule.method && path === rule.path && result === 'executed',
    );
  if (pushed.length > 1) problems.push(`pushed ${pushed.length} times`);
  const events = await world.rows<{ event_type: string }>(
    `select event_type from event_log where payload->>'change_id' = $1 and event_type <> 'controller.change.staged'`,
    [change_id],
  );
  if (events.length !== 1) problems.push(`told ${events.length} times`);
  return { point: point.name, problems };
}
