import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { KernelConfig } from '@patchbay/kernel/config';
import { type Finding, fail, ok, warn } from './finding.ts';

const LOWEST_NODE = 24;

/** Whether this Node runs the platform. */
export function checkNode(version = process.versions.node): Finding {
  const [major = 0] = version.split('.').map(Number);
  return major >= LOWEST_NODE
    ? ok('Node', version)
    : fail('Node', `${version} is too old`, `Patchbay needs Node ${LOWEST_NODE}; "npm ci" brings one.`);
}

/** Asks the system, and writes nothing (R24); a folder that is not there yet is made by the first start. */
export async function checkDataFolder({ DATA_DIR }: Pick<KernelConfig, 'DATA_DIR'>): Promise<Finding> {
  const folder = resolve(DATA_DIR);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'ENOENT') return checkParent(folder);
    return fail(
      'DATA_DIR',
      `${folder} cannot be looked at (${found.code})`,
      'Name a folder that the platform may write to.',
    );
  }
  if (!found.isDirectory())
    return fail('DATA_DIR', `${folder} is no folder`, 'Name a folder that the platform may write to.');
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
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
