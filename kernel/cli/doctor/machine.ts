import { randomBytes } from 'node:crypto';
import { access, constants, stat, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { KernelConfig } from '../../config/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const LOWEST_NODE = 24;

/** Whether this Node runs the platform. */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0] = version.split('.').map(Number);
  return major >= LOWEST_NODE
    ? ok('Node', version)
    : fail('Node', `${version} is too old`, `Patchbay needs Node ${LOWEST_NODE}; "npm ci" brings one.`);
}

/** Writes a file and takes it away again; a folder that is not there yet is made by the first start. */
export async function checkDataFolder({ DATA_DIR }: Pick<KernelConfig, 'DATA_DIR'>): Promise<Finding> {
  const folder = resolve(DATA_DIR);
  const found = await stat(folder).catch(() => null);
  if (found === null) return checkParent(folder);
  if (!found.isDirectory())
    return fail('DATA_DIR', `${folder} is no folder`, 'Name a folder that the platform may write to.');
  const probe = join(folder, `.doctor-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await unlink(probe);
  } catch {
    return fail('DATA_DIR', `${folder} cannot be written to`, 'Give it to the user that runs the platform.');
  }
  return (found.mode & 0o077) === 0
    ? ok('DATA_DIR', `${folder} can be written to`)
    : warn('DATA_DIR', `${folder} is open to other users of this machine`, `chmod 700 ${folder}`);
}

async function checkParent(folder: string): Promise<Finding> {
  for (let parent = resolve(folder, '..'); ; parent = resolve(parent, '..')) {
    if ((await stat(parent).catch(() => null)) === null) continue;
    const writable = await access(parent, constants.W_OK).then(
      () => true,
      () => false,
    );
    return writable
      ? ok('DATA_DIR', `${folder} is made by the first start`)
      : fail('DATA_DIR', `${folder} is not there and cannot be made`, `Make it, or set DATA_DIR.`);
  }
}
