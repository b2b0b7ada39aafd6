import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';
import { runProgram } from './run-program.ts';

const PROBE_TIMEOUT_MS = 10_000;
const NOBODY = 65_534;

const ownUser: RunAs = {
  name: 'the own user',
  owner: undefined,
  command: (file, args) => ({ file, args }),
};

/** Our user outside, another inside: works in a 0700 folder and needs no system user. */
const userNamespace = (uid: number): RunAs => ({
  name: `uid ${uid} in a user namespace`,
  owner: undefined,
  command: (program, args) => ({ file: 'unshare', args: ['--user', `--map-user=${uid}`, program, ...args] }),
});

/** Another user who keeps one right of root, passing folders: the folders above may be closed to others. */
const otherUserPassingFolders = (uid: number): RunAs => ({
  name: `uid ${uid} with the right to pass folders`,
  owner: uid,
  command: (program, args) => ({
    file: 'setpriv',
    args: [
      ...[`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
      ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', program],
      ...args,
    ],
  }),
});

const otherUser = (uid: number): RunAs => ({
  name: `uid ${uid}`,
  owner: uid,
  command: (file, args) => ({ file, args, uid, gid: uid }),
});

/**
 * The first identity under which PostgreSQL can be executed and the parent of `folder` entered.
 * `folderOwner` is the user who owns the cluster, or its folder while there is none; as root its files
 * stay that user's. Throws, naming what was tried, when there is none.
 */
export async function chooseRunAs(binaries: Binaries, folder: string, folderOwner: number): Promise<RunAs> {
  const refused: string[] = [];
  for (const candidate of await candidates(folderOwner)) {
    const script = 'test -x "$1" && exec "$2" --version';
    const args = ['-c', script, 'sh', dirname(folder), binaries.postgres];
    const probe = await runProgram(candidate, '/bin/sh', args, PROBE_TIMEOUT_MS);
    if (probe.ok) return candidate;
    refused.push(`${candidate.name}: ${probe.output || 'the folder or the program is out of reach'}`);
  }
  throw new Error(
    `The embedded PostgreSQL cannot be run for ${folder} (${refused.join('; ')}). ` +
      'Set DATABASE_URL, or DATA_DIR to a folder that other users may enter.',
  );
}

async function candidates(folderOwner: number): Promise<readonly RunAs[]> {
  if (process.getuid?.() !== 0) {
    // initdb refuses a user the system does not know by name, as containers with arbitrary ids have.
    return hasName() ? [ownUser] : [userNamespace(await namedUser()), ownUser];
  }
  if (folderOwner !== 0) return [otherUserPassingFolders(folderOwner), otherUser(folderOwner)];
  const uid = await namedUser();
  return [userNamespace(uid), otherUserPassingFolders(uid), otherUser(uid)];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** An unprivileged user id that has a name on this system. */
async function namedUser(): Promise<number> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const ids = passwd.split('\n').map((line) => Number(line.split(':')[2]));
  return ids.includes(NOBODY) ? NOBODY : (ids.find((id) => id > 0) ?? NOBODY);
}
