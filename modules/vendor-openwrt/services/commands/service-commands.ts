import type { VendorValue } from '@patchbay/vendor-kit';
import { begun, statusCodes } from '../exchange/failures.ts';
import { recordOf } from '../inventory/rows.ts';
import { isStatus } from '../writes/uci-writer.ts';
import { argumentsSchema } from './command-payloads.ts';
import type { CommandAccess, DeviceCommand } from './device-commands.ts';

const SLOW_TIMEOUT_MS = 25_000;
const CRONTAB = '/etc/crontabs/root';
/** Programs that read and change nothing; writing has features, approvals and floors of its own. */
const diagnosticPrograms = [
  '/bin/ping',
  '/bin/ping6',
  '/usr/bin/traceroute',
  '/usr/bin/traceroute6',
  '/usr/bin/nslookup',
  '/usr/bin/uptime',
  '/usr/bin/free',
  '/bin/df',
  '/sbin/logread',
  '/bin/echo',
];

/** State after an init script's action, as `rc.list` shows it. */
const effects: Readonly<Record<string, readonly [field: string, value: boolean]>> = {
  start: ['running', true],
  restart: ['running', true],
  reload: ['running', true],
  stop: ['running', false],
  enable: ['enabled', true],
  disable: ['enabled', false],
};

const control: DeviceCommand = {
  call: 'rc.init',
  payload: argumentsSchema('rc.init', ['name', 'action'], {
    name: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,64}$' },
    action: { enum: Object.keys(effects) },
  }),
  run: (access, { payload }) => access.call('rc', 'init', { ...payload }, SLOW_TIMEOUT_MS),
  async check(access, { payload: { name, action } }) {
    const state = recordOf((await access.call('rc', 'list', { name }))?.[String(name)]);
    const [field, value] = effects[String(action)] ?? ['', true];
    // Scripts that start no daemon have no `running`.
    if (state[field] === value || state[field] === undefined) return { holds: true, value: state };
    return { holds: false, value: state, mismatch: `Not as sent: ${field}.` };
  },
  list: async (access): Promise<readonly VendorValue[]> =>
    Object.entries((await access.call('rc', 'list')) ?? {}).map(([name, state]) => ({
      '.id': name,
      name,
      ...recordOf(state),
    })),
};

const readCrontab = async (access: CommandAccess): Promise<VendorValue> => {
  try {
    const data = (await access.call('file', 'read', { path: CRONTAB }))?.['data'];
    return { path: CRONTAB, data: typeof data === 'string' ? data : '' };
  } catch (error) {
    // A device without jobs has no file.
    if (isStatus(error, statusCodes.not_found)) return { path: CRONTAB, data: '' };
    throw error;
  }
};

const cronJobs: DeviceCommand = {
  call: 'file.write /etc/crontabs/root',
  payload: argumentsSchema(
    'file.write',
    ['data'],
    {
      path: { const: CRONTAB },
      data: { type: 'string', maxLength: 32_768, pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$' },
    },
    ['append', 'mode', 'base64'],
  ),
  async run(access, { payload }) {
    await access.call('file', 'write', { path: CRONTAB, data: payload['data'] });
    const restart = access.call('rc', 'init', { name: 'cron', action: 'restart' }, SLOW_TIMEOUT_MS);
    return restart.catch((error: unknown) => Promise.reject(begun(error)));
  },
  async check(access, { payload }) {
    const value = await readCrontab(access);
    if (value['data'] === payload['data']) return { holds: true, value };
    return { holds: false, value, mismatch: 'Not as sent: data.' };
  },
  read: readCrontab,
  list: async (access) => [await readCrontab(access)],
};

const exec: DeviceCommand = {
  call: 'file.exec',
  payload: argumentsSchema('file.exec', ['command'], { command: { enum: diagnosticPrograms } }, ['env']),
  run: (access, { payload }) => access.call('file', 'exec', { ...payload }, SLOW_TIMEOUT_MS),
};

export const serviceCommands: Readonly<Record<string, DeviceCommand>> = {
  'services.control': control,
  'cron.jobs': cronJobs,
  'diagnostics.exec': exec,
};
