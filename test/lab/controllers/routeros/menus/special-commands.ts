import type { CommandResult } from '../command-result.ts';
import type { RouterDevice } from '../device.ts';
import { exportText } from '../export-text.ts';
import { failure, missingValues, Refusal } from '../refusal.ts';
import type { Menu } from '../schema.ts';
import type { Row } from '../tables.ts';
import { parseInterval } from '../values/intervals.ts';
import { chosen } from './menu-commands.ts';

export interface CommandContext {
  readonly device: RouterDevice;
  readonly menu: Menu;
  /** Checked arguments. */
  readonly given: Row;
  readonly sessionLimitMs: number;
  /** Takes the router off the network for as long as a boot lasts, or for good. */
  readonly restart: () => void;
  readonly powerOff: () => void;
}

type SpecialCommand = (context: CommandContext) => CommandResult;

const done: CommandResult = { body: [] };

/** Commands with an effect or an answer of their own, by their full path. */
export const specialCommands: Readonly<Record<string, SpecialCommand>> = {
  '/system/reboot': ({ restart }) => ({ ...done, afterwards: restart }),
  '/system/shutdown': ({ powerOff }) => ({ ...done, afterwards: powerOff }),
  '/system/reset-configuration': ({ device, restart }) => {
    device.factoryReset();
    return { ...done, afterwards: restart };
  },
  '/system/package/update/check-for-updates': ({ device }) => {
    const update = device.tables.single('/system/package/update');
    const latest = device.schema.version;
    const status =
      update['installed-version'] === latest ? 'System is already up to date' : 'New version is available';
    device.tables.update('/system/package/update', update, { 'latest-version': latest, status });
    return { body: [device.shown(menuOf(device, '/system/package/update'), update)] };
  },
  '/system/package/update/install': ({ device, restart }) => {
    if (device.tables.single('/system/package/update')['installed-version'] === device.schema.version) {
      return { body: [{ status: 'System is already up to date' }] };
    }
    device.prepareUpgrade(device.schema.version);
    return { body: [{ status: 'Downloaded, rebooting...' }], afterwards: restart };
  },
  '/system/routerboard/upgrade': ({ device }) => {
    device.prepareFirmware();
    return done;
  },
  '/system/backup/save': ({ device, given }) => {
    const name = withSuffix(given['name'] ?? 'backup', '.backup');
    device.saveBackup(name, given['password'] ?? '');
    addFile(device, name, 'backup', 48_211);
    return done;
  },
  '/system/backup/load': ({ device, given, restart }) => {
    if (given['name'] === undefined) throw missingValues(['name']);
    const backup = device.backup(withSuffix(given['name'], '.backup'));
    if (backup === undefined || !hasFile(device, withSuffix(given['name'], '.backup')))
      throw failure('file not found');
    if (backup.password !== (given['password'] ?? '')) throw failure('wrong password');
    device.restore(backup);
    return { ...done, afterwards: restart };
  },
  '/ip/dns/cache/flush': ({ device }) => {
    device.tables.update('/ip/dns', device.tables.single('/ip/dns'), { 'cache-used': '0' });
    return done;
  },
  '/ip/dhcp-server/lease/make-static': ({ device, menu, given }) => {
    for (const row of chosen(device, menu, given).rows)
      device.tables.update(menu.path, row, { dynamic: 'false' });
    return done;
  },
  '/system/script/run': ({ device, menu, given }) => {
    const row = device.configuration.item(menu, given['number']);
    device.tables.update(menu.path, row, { 'run-count': String(Number(row['run-count'] ?? 0) + 1) });
    return done;
  },
  '/interface/ethernet/monitor': ({ device, menu, given, sessionLimitMs }) => {
    const rows = chosen(device, menu, given).rows;
    return bounded(given, sessionLimitMs, () =>
      rows.map((row) => ({
        name: row['name'],
        status: row['running'] === 'true' ? 'link-ok' : 'no-link',
        rate: '1Gbps',
      })),
    );
  },
  '/interface/monitor-traffic': ({ given, sessionLimitMs }) =>
    bounded(given, sessionLimitMs, () => [
      { name: given['interface'] ?? '', 'rx-bits-per-second': '182736', 'tx-bits-per-second': '91827' },
    ]),
  '/ping': ({ given, sessionLimitMs }) => ping(given, sessionLimitMs),
  '/tool/ping': ({ given, sessionLimitMs }) => ping(given, sessionLimitMs),
  '/tool/torch': ({ given, sessionLimitMs }) => {
    if (given['interface'] === undefined) throw missingValues(['interface']);
    return bounded(given, sessionLimitMs, () => [
      {
        'ip-protocol': 'tcp',
        'src-address': '192.168.88.20',
        'dst-address': '198.51.100.7',
        tx: '18273',
        rx: '2837',
        'tx-packets': '14',
        'rx-packets': '9',
        '.section': '0',
      },
      { tx: '18273', rx: '2837', 'tx-packets': '14', 'rx-packets': '9', '.section': '0' },
    ]);
  },
  '/tool/bandwidth-test': ({ given, sessionLimitMs }) => {
    if (given['address'] === undefined) throw missingValues(['address']);
    return bounded(given, sessionLimitMs, () => [
      { status: 'connecting', '.section': '0' },
      { status: 'running', duration: '1s', 'rx-current': '880120448', 'lost-packets': '0', '.section': '1' },
      {
        status: 'done testing',
        'rx-current': '912345678',
        'rx-total-average': '905221120',
        'lost-packets': '0',
        '.section': '2',
      },
    ]);
  },
  '/export': ({ device, given }) => {
    const text = exportText(device, given['show-sensitive'] !== undefined);
    if (given['file'] === undefined) return { body: { ret: text } };
    addFile(device, withSuffix(given['file'], '.rsc'), 'script', text.length);
    return done;
  },
};

/** Endless commands answer only when something bounds them; the router ends the request at its limit otherwise. */
function bounded(given: Row, sessionLimitMs: number, answer: () => unknown): CommandResult {
  const duration = parseInterval(given['duration'] ?? '');
  const isBounded = given['once'] !== undefined || given['count'] !== undefined;
  if (isBounded || (duration !== null && duration < sessionLimitMs)) return { body: answer() };
  return { body: null, after_ms: sessionLimitMs };
}

function ping(given: Row, sessionLimitMs: number): CommandResult {
  const { address, count } = given;
  if (address === undefined) throw missingValues(['address']);
  if (count === undefined) return bounded(given, sessionLimitMs, () => []);
  const times = Number(count);
  if (!Number.isInteger(times) || times < 1) throw new Refusal('invalid value for argument count');
  if (times * 1_000 > sessionLimitMs) return { body: null, after_ms: sessionLimitMs };
  const replies = Array.from({ length: times }, (_, index) => ({
    seq: String(index),
    host: address,
    size: '56',
    ttl: '64',
    time: '1ms204us',
    sent: String(index + 1),
    received: String(index + 1),
    'packet-loss': '0',
  }));
  return { body: replies };
}

function addFile(device: RouterDevice, name: string, type: string, size: number): void {
  const old = device.tables.rows('/file').find((row) => row['name'] === name);
  if (old) device.tables.remove('/file', old);
  const at = new Date(device.clock.now()).toISOString().slice(0, 19).replace('T', ' ');
  device.tables.insert('/file', { name, type, size: String(size), 'last-modified': at });
}

const hasFile = (device: RouterDevice, name: string): boolean =>
  device.tables.rows('/file').some((row) => row['name'] === name);

function menuOf(device: RouterDevice, path: string): Menu {
  const menu = device.schema.menus.get(path);
  if (menu === undefined) throw new Refusal('no such command or directory');
  return menu;
}

function withSuffix(name: string, suffix: string): string {
  return name.endsWith(suffix) ? name : `${name}${suffix}`;
}
