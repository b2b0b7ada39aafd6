import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** Isolation of a plugin's process on this machine; reported, so that an operator sees missing parts. */
export interface Isolation {
  /** An empty network namespace, or the network of the host process. */
  readonly network: 'namespace' | 'shared';
  /** A user of its own for each process (only when started as root), or the user of the host process. */
  readonly user: 'own' | 'shared';
  readonly resourceLimits: boolean;
  readonly nice: boolean;
  /** Killed by the kernel with its parent; otherwise it ends when its pipe closes or its deadline passes. */
  readonly diesWithParent: 'signal' | 'pipe';
  /** Whether resident memory is watched, which needs /proc. */
  readonly memoryWatch: boolean;
}

/** The absolute paths of the tools found; a tool that is missing or does not work is null. */
export interface LaunchTools {
  readonly shell: string | null;
  readonly nice: string | null;
  readonly unshare: string | null;
  readonly setpriv: string | null;
  /** Empties the environment at the last step: wrappers of `spawn` in the parent may have added to it. */
  readonly env: string | null;
}

const PROBE_TIMEOUT_MS = 2_000;
const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'];

function find(name: string): string | null {
  for (const folder of FOLDERS) {
    try {
      accessSync(`${folder}/${name}`, constants.X_OK);
      return `${folder}/${name}`;
    } catch {}
  }
  return null;
}

const works = (file: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL', env: {} } as const;
    execFile(file, args, options, (error) => resolve(error === null));
  });

async function verified(name: string, args: readonly string[]): Promise<string | null> {
  const file = find(name);
  return file !== null && (await works(file, args)) ? file : null;
}

/** Whether the host runs as root: only then can a child be given a user of its own. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Arguments that give an empty network namespace, before `--` and the command. */
export const unshareArguments = (): string[] => (isRoot() ? ['--net'] : ['--user', '--net']);

/** Runs each tool once for real, in parallel; takes some milliseconds. */
export async function findLaunchTools(): Promise<LaunchTools> {
  const env = find('env');
  if (process.platform !== 'linux') return { shell: null, nice: null, unshare: null, setpriv: null, env };
  const trueFile = find('true') ?? '/bin/true';
  const [shell, nice, unshare, setpriv] = await Promise.all([
    verified('sh', ['-c', 'ulimit -c 0 && ulimit -n 64 && ulimit -v 2500000']),
    verified('nice', ['-n', '19', trueFile]),
    verified('unshare', [...unshareArguments(), '--', trueFile]),
    verified('setpriv', ['--pdeathsig', 'KILL', '--no-new-privs', '--', trueFile]),
  ]);
  return { shell, nice, unshare, setpriv, env };
}
