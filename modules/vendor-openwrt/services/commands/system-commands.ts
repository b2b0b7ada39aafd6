import { createHash } from 'node:crypto';
import { AdapterError, type VendorValue } from '@patchbay/vendor-kit';
import { begun, harmless } from '../exchange/failures.ts';
import { recordOf } from '../inventory/rows.ts';
import { argumentsSchema, closedSchema, fileSchema } from './command-payloads.ts';
import type { CommandAccess, DeviceCommand } from './device-commands.ts';

const FIRMWARE_PATH = '/tmp/firmware.bin';
const ARCHIVE_PATH = '/tmp/backup.tar.gz';
const SLOW_TIMEOUT_MS = 25_000;

/** Puts a file of the payload on the device and makes sure that it arrived whole; nothing has happened yet. */
async function putFile(access: CommandAccess, path: string, encoded: unknown): Promise<void> {
  const content = Buffer.from(String(encoded), 'base64');
  const said = await access.upload(path, content).catch((error: unknown) => Promise.reject(harmless(error)));
  const checksum = createHash('md5').update(content).digest('hex');
  if (said['size'] !== content.length || said['checksum'] !== checksum)
    throw new AdapterError('adapter_error', 'not_sent', 'The file did not reach the device whole.');
}

const reboot: DeviceCommand = {
  call: 'system.reboot',
  payload: argumentsSchema('system.reboot', []),
  run: (access) => access.call('system', 'reboot'),
};

const factoryReset: DeviceCommand = {
  call: 'rpc-sys.factory',
  payload: argumentsSchema('rpc-sys.factory', []),
  run: (access) => access.call('rpc-sys', 'factory'),
};

const setPassword: DeviceCommand = {
  call: 'luci.setPassword',
  payload: argumentsSchema('luci.setPassword', ['username', 'password'], {
    username: { type: 'string', pattern: '^[a-z_][a-z0-9_-]{0,31}$' },
    password: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[^\\u0000-\\u001f\\u007f]+$' },
  }),
  async run(access, { payload }) {
    const said = await access.call('luci', 'setPassword', { ...payload });
    if (said?.['result'] === true) return null;
    throw new AdapterError('adapter_error', 'refused', 'The device did not take the password.');
  },
  async check(access, { payload }) {
    const { username, password } = payload;
    if (await access.isLogin(String(username), String(password))) return { holds: true };
    return { holds: false, mismatch: 'The device does not let the user in with the new password.' };
  },
};

const firmwareFlash: DeviceCommand = {
  call: 'upload to the firmware path; system.validate_firmware_image; rpc-sys.upgrade_test; rpc-sys.upgrade_start',
  payload: closedSchema({ keep: { type: 'boolean' }, image: fileSchema }, ['keep']),
  /** Without an image in the payload the one that was put on the device before is taken. */
  async run(access, { payload: { keep, image } }) {
    if (image !== undefined) await putFile(access, FIRMWARE_PATH, image);
    const judged = await readOnly(access.call('system', 'validate_firmware_image', { path: FIRMWARE_PATH }));
    if (judged?.['valid'] !== true) throw notAnImage('The device does not hold this to be an image for it.');
    const tested = await readOnly(access.call('rpc-sys', 'upgrade_test', {}, SLOW_TIMEOUT_MS));
    if (tested?.['code'] !== undefined && tested['code'] !== 0)
      throw notAnImage('The device would not flash this image.');
    return access.call('rpc-sys', 'upgrade_start', { keep });
  },
};

const configRestore: DeviceCommand = {
  call: 'upload archive; file.exec /sbin/sysupgrade --restore-backup; system.reboot',
  payload: closedSchema({ archive: fileSchema }, ['archive']),
  async run(access, { payload }) {
    await putFile(access, ARCHIVE_PATH, payload['archive']);
    const restored = await access.call(
      'file',
      'exec',
      { command: '/sbin/sysupgrade', params: ['--restore-backup', ARCHIVE_PATH] },
      SLOW_TIMEOUT_MS,
    );
    if (restored?.['code'] !== 0)
      throw new AdapterError('adapter_error', 'unknown', 'The device could not restore the whole archive.');
    return access.call('system', 'reboot').catch((error: unknown) => Promise.reject(begun(error)));
  },
};

/** Checks before the step that counts change nothing, whatever becomes of them. */
const readOnly = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => Promise.reject(harmless(error)));

const notAnImage = (message: string): AdapterError => new AdapterError('adapter_error', 'refused', message);

const packageList: DeviceCommand = {
  call: 'rpc-sys.packagelist',
  payload: argumentsSchema('rpc-sys.packagelist', []),
  run: (access, { payload }) => access.call('rpc-sys', 'packagelist', { ...payload }),
  list: async (access): Promise<readonly VendorValue[]> => {
    const packages = recordOf((await access.call('rpc-sys', 'packagelist'))?.['packages']);
    return Object.entries(packages).map(([name, version]) => ({ '.id': name, name, version }));
  },
};

export const systemCommands: Readonly<Record<string, DeviceCommand>> = {
  'system.reboot': reboot,
  'system.password': setPassword,
  'system.package_list': packageList,
  'system.firmware_flash': firmwareFlash,
  'system.factory_reset': factoryReset,
  'system.config_restore': configRestore,
};
