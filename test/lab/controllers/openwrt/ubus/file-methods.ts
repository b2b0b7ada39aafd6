import { createHash } from 'node:crypto';
import type { OpenWrtDevice } from '../device.ts';
import { runProgram } from '../programs.ts';
import type { Section } from '../uci/section-names.ts';
import { ubusStatus } from '../uci/uci-state.ts';
import { type CallContext, type CallResult, done, failed, type Method, text } from './call.ts';

const configFolder = '/etc/config/';
const maxFile = 4 * 1024 * 1024;
const maxFiles = 500;

/** `file` of rpcd: files in memory, and the configuration as text under `/etc/config`. */
export const fileMethods: Readonly<Record<string, Method>> = {
  read: withPath(({ device }, path, given) => {
    const content = contentOf(device, path);
    if (content === undefined) return failed(ubusStatus.not_found);
    return done({ data: content.toString(given['base64'] === true ? 'base64' : 'utf8') });
  }),
  write: withPath(({ device }, path, given) => {
    if (typeof given['data'] !== 'string') return failed(ubusStatus.invalid_argument);
    const added = Buffer.from(given['data'], given['base64'] === true ? 'base64' : 'utf8');
    const old = given['append'] === true ? device.files.get(path) : undefined;
    const content = old ? Buffer.concat([old, added]) : added;
    const isFull = !device.files.has(path) && device.files.size >= maxFiles;
    if (content.length > maxFile || isFull || path.startsWith(configFolder)) return failed(9);
    device.files.set(path, content);
    return done();
  }),
  list: withPath(({ device }, path) => {
    const folder = path.endsWith('/') ? path : `${path}/`;
    const names = [...device.uci.configs().map((config) => configFolder + config), ...device.files.keys()]
      .filter((each) => each.startsWith(folder) && !each.slice(folder.length).includes('/'))
      .map((each) => each.slice(folder.length));
    if (names.length === 0) return failed(ubusStatus.not_found);
    return done({ entries: names.map((name) => ({ name, ...facts(device, folder + name) })) });
  }),
  stat: withPath(stat),
  lstat: withPath(stat),
  md5: withPath(({ device }, path) => {
    const content = contentOf(device, path);
    if (content === undefined) return failed(ubusStatus.not_found);
    return done({ md5: createHash('md5').update(content).digest('hex') });
  }),
  remove: withPath(({ device }, path) => (device.files.delete(path) ? done() : failed(ubusStatus.not_found))),
  exec: ({ device }, { command, params }) => {
    if (typeof command !== 'string') return failed(ubusStatus.invalid_argument);
    const given = Array.isArray(params) ? params.map(text) : [];
    const output = runProgram(device, command, given);
    return output === null ? failed(ubusStatus.not_found) : done(output);
  },
};

function withPath(
  work: (context: CallContext, path: string, given: Readonly<Record<string, unknown>>) => CallResult,
): Method {
  return (context, given) =>
    typeof given['path'] === 'string'
      ? work(context, given['path'], given)
      : failed(ubusStatus.invalid_argument);
}

function stat({ device }: CallContext, path: string): CallResult {
  return contentOf(device, path) === undefined
    ? failed(ubusStatus.not_found)
    : done({ path, ...facts(device, path) });
}

function facts(device: OpenWrtDevice, path: string): Record<string, unknown> {
  const seconds = Math.floor(device.clock.now() / 1_000);
  return {
    type: 'file',
    size: contentOf(device, path)?.length ?? 0,
    mode: 33_188,
    atime: seconds,
    mtime: seconds,
    ctime: seconds,
    inode: 1,
    uid: 0,
    gid: 0,
    user: 'root',
    group: 'root',
  };
}

function contentOf(device: OpenWrtDevice, path: string): Buffer | undefined {
  const config = path.startsWith(configFolder) ? path.slice(configFolder.length) : '';
  if (!device.uci.has(config)) return device.files.get(path);
  return Buffer.from(device.uci.saved(config).map(written).join('\n'));
}

function written({ type, name, anonymous, options }: Section): string {
  const lines = Object.entries(options).flatMap(([option, value]) =>
    typeof value === 'string'
      ? [`\toption ${option} '${value}'\n`]
      : value.map((each) => `\tlist ${option} '${each}'\n`),
  );
  return `config ${type}${anonymous ? '' : ` '${name}'`}\n${lines.join('')}`;
}
