import type { FirewallDevice } from '../device.ts';
import {
  arpTable,
  firmwareStatus,
  interfaceOverview,
  leaseRows,
  serviceRows,
  systemInformation,
} from '../reads.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the appliance does with its power; the controller knows how. */
export interface Power {
  readonly restart: () => void;
  readonly powerOff: () => void;
}

export interface Call {
  readonly device: FirewallDevice;
  readonly power: Power;
  readonly params: readonly string[];
  readonly body: Json;
}

export interface Result {
  readonly body: unknown;
  /** Nothing was done, whatever the status says. */
  readonly refused?: boolean;
  /** A list that knows pages only when it is asked by POST. */
  readonly rows?: readonly Json[];
  readonly afterwards?: () => void;
}

type Command = (call: Call) => Result;

const ok: Result = { body: { status: 'ok' } };
const failed = (body: Json): Result => ({ body, refused: true });
const addressLike = /^[0-9a-f:./_]+$/;
const firmwareMs = 1_500;
const restartDelayMs = 2_000;
const maxTables = 1_000;

const listed =
  (rows: (device: FirewallDevice) => readonly Json[]): Command =>
  ({ device }) => ({ body: null, rows: rows(device) });

/** Commands that are more than reading and writing a model. Keys are controller and command. */
export const commands: Readonly<Record<string, Command>> = {
  '/api/firewall/alias_util/aliases': ({ device }) => ({ body: [...device.tables.keys()].sort() }),
  '/api/firewall/alias_util/list': ({ device, params: [alias = ''] }) => ({
    body: null,
    rows: [...(device.tables.get(alias) ?? [])].sort().map((ip) => ({ ip })),
  }),
  '/api/firewall/alias_util/add': (call) => changeTable(call, true),
  '/api/firewall/alias_util/delete': (call) => changeTable(call, false),
  '/api/firewall/alias_util/flush': ({ device, params: [alias = ''] }) => {
    device.tables.get(alias)?.clear();
    return { body: { status: 'done' } };
  },
  '/api/diagnostics/firewall/flush_states': ({ device }) => {
    device.states = 0;
    return { body: { result: 'ok' } };
  },
  '/api/diagnostics/firewall/pf_states': ({ device }) => ({
    body: { current: String(device.states), limit: '1636000' },
  }),
  '/api/diagnostics/interface/get_arp': ({ device }) => ({ body: arpTable(device) }),
  '/api/diagnostics/interface/get_ndp': () => ({ body: [] }),
  '/api/diagnostics/system/system_information': ({ device }) => ({ body: systemInformation(device) }),
  '/api/diagnostics/system/system_time': ({ device }) => ({
    body: { uptime: String(device.uptimeSeconds), datetime: new Date(device.clock.now()).toUTCString() },
  }),
  '/api/interfaces/overview/interfaces_info': listed(interfaceOverview),
  '/api/kea/leases4/search': listed(leaseRows),
  '/api/kea/leases6/search': listed(() => []),
  '/api/dnsmasq/leases/search': listed(() => []),
  '/api/core/service/search': listed(serviceRows),
  '/api/core/service/restart': ({ device, params }) => {
    device.restarted.push(params.join('/'));
    device.restarted.splice(0, Math.max(0, device.restarted.length - 100));
    return { body: { result: 'ok' } };
  },
  '/api/core/service/start': () => ({ body: { result: 'ok' } }),
  '/api/core/service/stop': () => ({ body: { result: 'ok' } }),
  '/api/core/system/status': () => ({ body: { metadata: { system: { status: 'OK' } } } }),
  '/api/core/system/reboot': ({ power }) => ({ ...ok, afterwards: power.restart }),
  '/api/core/system/halt': ({ power }) => ({ ...ok, afterwards: power.powerOff }),
  '/api/core/firmware/status': ({ device }) => ({ body: firmwareStatus(device) }),
  '/api/core/firmware/info': ({ device }) => ({
    body: { product_version: device.version, ...firmwareStatus(device) },
  }),
  '/api/core/firmware/update': (call) => startFirmware(call, 'update'),
  '/api/core/firmware/upgrade': (call) => startFirmware(call, 'upgrade'),
  '/api/core/firmware/running': ({ device }) => ({ body: { status: device.firmware ? 'busy' : 'ready' } }),
  '/api/core/firmware/upgradestatus': firmwareProgress,
  '/api/core/backup/providers': () => ({
    body: { items: { this: { description: 'This Firewall', dirname: '/conf/backup' } } },
  }),
  '/api/core/backup/backups': ({ device, params: [host] }) => ({
    body: {
      items:
        host === 'this'
          ? device.backups().map(({ snapshot: _snapshot, ...item }) => ({ ...item, username: 'root@lab' }))
          : [],
    },
  }),
  '/api/core/backup/revert_backup': ({ device, params: [backup = ''] }) =>
    device.restore(backup) ? { body: { status: 'reverted' } } : failed({ status: 'not_found' }),
  '/api/core/defaults/factory_defaults': ({ device, power }) => ({
    ...ok,
    afterwards: () => {
      device.factoryReset();
      power.restart();
    },
  }),
  '/api/diagnostics/ping/set': (call) => defineJob(call, 'ping', 'OPNsense/Diagnostics/Ping'),
  '/api/diagnostics/packet_capture/set': (call) =>
    defineJob(call, 'packet_capture', 'OPNsense/Diagnostics/PacketCapture'),
  ...jobCommands('ping'),
  ...jobCommands('packet_capture'),
};

function changeTable({ device, params: [alias = ''], body }: Call, isIn: boolean): Result {
  const { address } = body;
  if (typeof address !== 'string' || address === '') return failed({ status: 'failed' });
  if (!addressLike.test(address)) return failed({ status: 'not_an_address' });
  const known = device.tables.get(alias) ?? new Set<string>();
  if (device.tables.size < maxTables) device.tables.set(alias, known);
  const masked = address.includes('/') ? address : `${address}/${address.includes(':') ? 128 : 32}`;
  const present = [address, masked, masked.replace(/\/(?:32|128)$/, '')].filter((form) => known.has(form));
  if (isIn && present.length === 0) known.add(address);
  if (!isIn) for (const form of present) known.delete(form);
  return { body: { status: 'done' } };
}

function startFirmware({ device, power }: Call, kind: 'update' | 'upgrade'): Result {
  if (device.firmware !== null) return failed({ status: 'failure' });
  const msg_uuid = crypto.randomUUID();
  device.firmware = { kind, endsAt: device.clock.now() + firmwareMs, msg_uuid };
  const install = () => {
    device.version = nextVersion(device.version, kind);
  };
  if (kind === 'update') device.clock.after(firmwareMs, install);
  // A reader is told of the restart before it comes.
  else
    device.clock.after(firmwareMs + restartDelayMs, () => {
      install();
      power.restart();
    });
  return { body: { status: 'ok', msg_uuid } };
}

const nextVersion = (version: string, kind: 'update' | 'upgrade'): string => {
  const [year = 26, month = 7, minor = 0] = version.split('.').map(Number);
  if (kind === 'update') return `${year}.${month}.${minor + 1}`;
  return month >= 7 ? `${year + 1}.1` : `${year}.7`;
};

function firmwareProgress({ device }: Call): Result {
  const run = device.firmware;
  if (run === null) return { body: { status: 'done', log: '***DONE***' } };
  const log = `***GOT REQUEST TO ${run.kind.toUpperCase()}***\nFetching packages, please wait...`;
  if (device.clock.now() < run.endsAt) return { body: { status: 'running', log } };
  device.firmware = null;
  const word = run.kind === 'upgrade' ? 'reboot' : 'done';
  return { body: { status: word, log: `${log}\n***${word.toUpperCase()}***` } };
}

function defineJob({ device, body }: Call, kind: 'ping' | 'packet_capture', name: string): Result {
  const model = device.schema.models.get(name);
  const key = kind === 'ping' ? 'ping' : 'packetcapture';
  const given = body[key];
  if (model === undefined || typeof given !== 'object' || given === null) return failed({ result: 'failed' });
  const problems = device.objects.setSettings(model, { settings: {}, ...given }, 'settings');
  if (!problems.isEmpty) return failed({ result: 'failed', validations: problems.under(key) });
  const id = crypto.randomUUID();
  const settings = Object(Reflect.get(given, 'settings')) as Json;
  device.addJob({ id, kind, settings, status: 'stopped' });
  return { body: { result: 'ok', uuid: id } };
}

function jobCommands(kind: 'ping' | 'packet_capture'): Record<string, Command> {
  const base = `/api/diagnostics/${kind}`;
  const withJob =
    (act: (device: FirewallDevice, id: string) => void): Command =>
    ({ device, params: [id = ''] }) => {
      if (device.jobs.get(id)?.kind !== kind) return failed({ status: 'failed' });
      act(device, id);
      return ok;
    };
  const setStatus = (status: 'running' | 'stopped') =>
    withJob((device, id) => {
      const job = device.jobs.get(id);
      if (job) job.status = status;
    });
  return {
    [`${base}/start`]: setStatus('running'),
    [`${base}/stop`]: setStatus('stopped'),
    [`${base}/remove`]: withJob((device, id) => void device.jobs.delete(id)),
    [`${base}/search_jobs`]: listed((device) =>
      [...device.jobs.values()]
        .filter((job) => job.kind === kind)
        .map(({ settings, id, status }) => ({ ...settings, id, status })),
    ),
  };
}
