import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { childFolder } from '../child-folder.ts';
import { maskedDescriptors } from './inherited-descriptors.ts';
import { type Isolation, isRoot, type LaunchTools, unshareArguments } from './isolation.ts';

/** One way to start a child, from the strictest to the plainest. */
export interface LaunchPlan {
  readonly tools: LaunchTools;
  readonly ownUser: boolean;
  readonly cwd: string;
}

const FIRST_USER = 61_200;
const USERS = 2_000;
/** Address space in KiB: Node 24 does not start with 1.5 GB. */
const ADDRESS_SPACE_KIB = 2_500_000;
let nextUser = 0;

/** The native file that holds isolated-vm for this Node; the only file outside our folder a child may read. */
function bindingPath(): string {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('isolated-vm'));
  const nodeGypBuild: { path(folder: string): string } = createRequire(`${folder}/`)('node-gyp-build');
  return realpathSync(nodeGypBuild.path(folder));
}

let binding: string | undefined;

function nodeCommand(): string[] {
  binding ??= bindingPath();
  return [
    process.execPath,
    '--no-node-snapshot',
    '--jitless',
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    '--disable-sigusr1',
    `--allow-fs-read=${childFolder}`,
    `--allow-fs-read=${binding}`,
    `${childFolder}/main.mjs`,
    binding,
  ];
}

/** The limit on processes counts those of one user, so it is set only where the child has its own. */
function limitScript(ownUser: boolean): string {
  const limits = ['ulimit -c 0', 'ulimit -f 0', 'ulimit -n 64', `ulimit -v ${ADDRESS_SPACE_KIB}`];
  if (ownUser) limits.push('{ ulimit -u 64 2>/dev/null || ulimit -p 64; }');
  return `${limits.join(' && ')} && exec "$@"`;
}

function userArguments(ownUser: boolean): string[] {
  const death = ['--pdeathsig', 'KILL', '--no-new-privs'];
  if (!ownUser) return [...death, '--'];
  nextUser = (nextUser + 1) % USERS;
  const user = FIRST_USER + nextUser;
  return [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--bounding-set=-all', ...death, '--'];
}

/**
 * Starts a child by a plan. Its input and output are the pipe; its error output is kept for the fault report;
 * it gets no other descriptor of this process.
 */
export function launchChild({ tools, ownUser, cwd }: LaunchPlan): ChildProcess {
  let command = nodeCommand();
  if (tools.env !== null) command = [tools.env, '-i', ...command];
  if (tools.setpriv !== null) command = [tools.setpriv, ...userArguments(ownUser), ...command];
  if (tools.unshare !== null) command = [tools.unshare, ...unshareArguments(), '--', ...command];
  if (tools.nice !== null) command = [tools.nice, '-n', '19', ...command];
  if (tools.shell !== null) command = [tools.shell, '-c', limitScript(ownUser), 'sandbox', ...command];
  const [file = process.execPath, ...args] = command;
  return spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe', ...maskedDescriptors()], env: {}, cwd });
}

/** The plans to try in order until a child really comes up. */
export function launchPlans(tools: LaunchTools, cwd: string): LaunchPlan[] {
  const { env, ...others } = tools;
  const plain: LaunchTools = { shell: null, nice: null, unshare: null, setpriv: null, env };
  const plans: LaunchPlan[] = [];
  if (isRoot() && tools.setpriv !== null) plans.push({ tools, ownUser: true, cwd });
  plans.push({ tools, ownUser: false, cwd });
  if (tools.unshare !== null) plans.push({ tools: { ...tools, unshare: null }, ownUser: false, cwd });
  if (Object.values(others).some((tool) => tool !== null)) plans.push({ tools: plain, ownUser: false, cwd });
  return plans;
}

/** Isolation that a plan reaches, for the report. */
export function isolationOf({ tools, ownUser }: LaunchPlan): Isolation {
  return {
    network: tools.unshare === null ? 'shared' : 'namespace',
    user: ownUser ? 'own' : 'shared',
    resourceLimits: tools.shell !== null,
    nice: tools.nice !== null,
    diesWithParent: tools.setpriv === null ? 'pipe' : 'signal',
    memoryWatch: process.platform === 'linux',
  };
}
