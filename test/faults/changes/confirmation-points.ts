import { PfSenseController, RouterOsController } from '@patchbay/lab';
import { waitFor } from '../../harness/wait-for.ts';
import type { World } from '../world/world.ts';

type Fault = Parameters<RouterOsController['faults']['set']>[0];

const SECONDS = 10;

/** A device of its own for one change, since a router that takes a change back takes everything back. */
interface Device {
  readonly vendor: string;
  /** Path of the staging, after the controller's id. */
  readonly family: string;
  readonly feature: string;
  payload(name: string): object;
  /** The write that makes the object, as the ledger shows it. */
  readonly push: { readonly method: string; readonly path: string };
  start(): Promise<Lab>;
}

interface Lab {
  readonly url: string;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly faults: RouterOsController['faults'];
  readonly ledger: RouterOsController['ledger'];
  /** Names that stand, and what stands ready to take back. */
  shown(): { readonly names: readonly unknown[]; readonly armed: number };
  stop(): Promise<void>;
}

const router: Device = {
  vendor: 'mikrotik',
  family: 'gateway-mikrotik-firewall',
  feature: 'routeros.firewall.filter',
  payload: (comment) => ({ chain: 'forward', action: 'accept', comment }),
  push: { method: 'PUT', path: '/rest/ip/firewall/filter' },
  start: async () => {
    const lab = new RouterOsController({ plain_http: true, devices: 2, reboot_ms: 500 });
    const { url, credentials } = await lab.start();
    const { faults, ledger } = lab;
    const shown = () => {
      const state = lab.state();
      const names = (state['/ip/firewall/filter'] ?? []).map((row) => row['comment']);
      return { names, armed: (state['/system/scheduler'] ?? []).length };
    };
    return { url, credentials, faults, ledger, shown, stop: () => lab.stop() };
  },
};

/** Takes nothing back by itself: the platform pushes the inverse. */
const firewall: Device = {
  vendor: 'pfsense',
  family: 'gateway-pfsense-firewall',
  feature: 'pfsense.firewall.alias',
  payload: (name) => ({ name, type: 'host', address: ['10.20.0.10'] }),
  push: { method: 'POST', path: '/api/v2/firewall/alias' },
  start: async () => {
    const lab = new PfSenseController({ plain_http: true, devices: 2, apply_ms: 10 });
    const { url, credentials } = await lab.start();
    const { faults, ledger } = lab;
    const names = () => (lab.state().saved['FirewallAlias'] ?? []).map((alias) => alias['name']);
    const shown = () => ({ names: names(), armed: 0 });
    return { url, credentials, faults, ledger, shown, stop: () => lab.stop() };
  },
};

/** Where the platform is killed, and what must have become of the change by itself. */
export interface ConfirmationPoint {
  readonly name: string;
  readonly device: Device;
  /** The request it hangs in when the kill comes; absent: it waits for a confirmation. */
  readonly fault?: Fault;
  /** Who sends that request, beside the apply. */
  readonly by?: 'confirming' | 'taking back';
  readonly ends: readonly string[];
  readonly stands: boolean;
}

const slow = { kind: 'slow', count: 1, delay_ms: 120_000 } as const;
const hang = { kind: 'hang', count: 1 } as const;
const scheduler = { method: 'PUT', path: '/rest/system/scheduler' } as const;
const keep = { method: 'DELETE', path: '/rest/system/scheduler/*' } as const;
const isArmed = { method: 'GET', path: '/rest/system/scheduler' } as const;
const inverse = { method: 'DELETE', path: firewall.push.path } as const;
const gone = { ends: ['reverted'], stands: false } as const;

const routerPoints: readonly ConfirmationPoint[] = [
  {
    name: 'before the router is armed',
    device: router,
    fault: { ...hang, ...scheduler },
    ends: ['unknown'],
    stands: false,
  },
  {
    name: 'after the router is armed',
    device: router,
    fault: { ...slow, ...scheduler },
    ends: ['unknown'],
    stands: false,
  },
  { name: 'before the push', device: router, fault: { ...hang, ...router.push }, ...gone },
  { name: 'after the push', device: router, fault: { ...slow, ...router.push }, ...gone },
  { name: 'while it waits', device: router, ...gone },
  {
    name: 'before the confirmation arrives',
    device: router,
    fault: { ...hang, ...keep },
    by: 'confirming',
    ...gone,
  },
  {
    name: 'after the confirmation arrived',
    device: router,
    fault: { ...slow, ...keep },
    by: 'confirming',
    ends: ['succeeded', 'unknown'],
    stands: true,
  },
];

/** Each takes as long as a confirmation may. */
const latePoints: readonly ConfirmationPoint[] = [
  {
    name: 'while the router takes it back',
    device: router,
    fault: { ...hang, ...isArmed },
    by: 'taking back',
    ...gone,
  },
  { name: 'while an inverse waits', device: firewall, ...gone },
  {
    name: 'before the inverse acts',
    device: firewall,
    fault: { ...hang, ...inverse },
    by: 'taking back',
    ends: ['unknown'],
    stands: true,
  },
  {
    name: 'after the inverse acted',
    device: firewall,
    fault: { ...slow, ...inverse },
    by: 'taking back',
    ...gone,
  },
];

/** Those that are reached within a moment. */
export const earlyConfirmationPoints = routerPoints;
export const confirmationPoints: readonly ConfirmationPoint[] = [...routerPoints, ...latePoints];

export interface Confirmation {
  readonly point: ConfirmationPoint;
  readonly name: string;
  readonly lab: Lab;
  readonly change_id: string;
}

/** Takes an apply, on a device of its own, to the point; its calls end with the process. */
export async function beginConfirmation(
  world: World,
  point: ConfirmationPoint,
  name: string,
): Promise<{ readonly running: Confirmation; readonly calls: readonly Promise<unknown>[] }> {
  const lab = await point.device.start();
  const change_id = await stage(world, point.device, lab, name);
  const apply = () =>
    world.call('POST', `/gateway-vpn/changes/${change_id}/apply`, {
      body: { force: true, confirm_within_seconds: SECONDS },
      timeoutMs: 120_000,
    });
  const isApplying = point.fault !== undefined && point.by === undefined;
  if (!isApplying) {
    const { status, text } = await apply();
    if (status !== 200) throw new Error(`${point.name}: the apply answered ${status}: ${text}`);
  }
  if (point.fault) lab.faults.set(point.fault);
  const calls: Promise<unknown>[] = [];
  if (isApplying) calls.push(apply().catch(() => null));
  if (point.by === 'confirming')
    calls.push(world.call('POST', `/changes/${change_id}/confirm`).catch(() => null));
  if (point.fault)
    await waitFor(`the kill ${point.name}`, async () => lab.faults.list().length === 0, {
      timeoutMs: 60_000,
    });
  return { running: { point, name, lab, change_id }, calls };
}

async function stage(world: World, device: Device, lab: Lab, name: string): Promise<string> {
  const { username, password: secret } = lab.credentials;
  const login = { name, kind: 'password', username, secret };
  const credential = await world.must('POST', '/credentials', 201, { body: login });
  const { vendor, family, feature } = device;
  const controller = { name, site_id: world.site_id, vendor, url: lab.url };
  const made = await world.must('POST', '/controllers', 201, {
    body: { ...controller, credential_id: credential.body.id },
  });
  const path = `/${family}/${made.body.id}/changes/${feature}?operation=create`;
  return (await world.must('POST', path, 201, { body: { payload: device.payload(name) } })).body.id;
}

export interface PointResult {
  readonly point: string;
  readonly problems: readonly string[];
}

/** Once nothing runs or waits any more. */
export async function judgeConfirmation(
  world: World,
  { point, name, lab, change_id }: Confirmation,
): Promise<PointResult> {
  const problems: string[] = [];
  const [attempt] = await world.rows<{ outcome: string; error: string | null }>(
    'select outcome, error from change_attempts where change_id = $1',
    [change_id],
  );
  const outcome = attempt?.outcome ?? 'none';
  if (!point.ends.includes(outcome)) problems.push(`ended ${outcome} (${attempt?.error})`);
  const { names, armed } = lab.shown();
  const stands = names.includes(name);
  if (stands !== point.stands) problems.push(stands ? 'stands on the device' : 'is not on the device');
  if (armed > 0) problems.push('left the device armed');
  const executed = lab.ledger.entries().filter(({ outcome: { result } }) => result === 'executed');
  for (const write of [point.device.push, inverse]) {
    const sent = executed.filter(({ path, method }) => method === write.method && path === write.path);
    if (sent.length > 1) problems.push(`${write.method} ${write.path} was pushed ${sent.length} times`);
  }
  const events = await world.rows<{ event_type: string }>(
    `select event_type from event_log where payload->>'change_id' = $1 and event_type <> 'controller.change.staged'`,
    [change_id],
  );
  if (events.length !== 1) problems.push(`told ${events.length} times`);
  return { point: point.name, problems };
}
