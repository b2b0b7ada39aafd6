import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EndedFile } from '../tap/tap-report.ts';
import type { PlannedFile } from './planned-file.ts';

/** Says in a test file that it needs a process of its own, and why. */
const ALONE = /^\/\/ Runs in a process of its own: \S/m;
/** Says in a test file that most of its time it waits, and for what: it is run beside those that compute. */
const WAITS = /^\/\/ Waits more than it computes: \S/m;
/** Seconds that the files took when they were last run here. */
export const DURATIONS = join('.tap', 'durations.json');
/** Those that longer ones took where they were recorded: their relations are alike on other machines. */
export const RECORDED = join('test', 'recorded', 'durations.json');
/** Files that take less are not recorded. */
export const RECORDED_SECONDS = 1.5;
const SHORT_SECONDS = 0.5;
/** Where a file is new, these are started first. */
const LONG = ['test/faults/', 'test/bench/', 'test/sweeps/', 'test/browser/', 'test/new-module/', 'sandbox/'];
const LONG_SECONDS = 30;
const CONTRACT_SECONDS = 20;
const SCENARIO_SECONDS = 5;

/** Tells of each file what it says about how it is run, and how long it will take; those that take longest first, so that none is waited for. */
export async function planned(root: string, files: readonly string[]): Promise<readonly PlannedFile[]> {
  const known = { ...durationsOf(root, RECORDED), ...durationsOf(root, DURATIONS) };
  const read = files.map(async (file) => {
    const source = await readFile(join(root, file), 'utf8');
    return {
      file,
      seconds: known[file] ?? guessed(file),
      isAlone: ALONE.test(source),
      isWaiting: WAITS.test(source),
    };
  });
  return (await Promise.all(read)).toSorted((one, other) => other.seconds - one.seconds);
}

/** Keeps how long files took, for the order of the next run. */
export async function keepDurations(root: string, ended: readonly EndedFile[]): Promise<void> {
  const seconds = Object.fromEntries(ended.map((file) => [file.name, file.seconds]));
  const file = join(root, DURATIONS);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...durationsOf(root, DURATIONS), ...seconds }, null, 2)}\n`);
}

export function durationsOf(root: string, file: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')) as Readonly<Record<string, number>>;
  } catch {
    return {};
  }
}

function guessed(file: string): number {
  if (LONG.some((folder) => file.startsWith(folder))) return LONG_SECONDS;
  if (file.endsWith('/contract.test.ts')) return CONTRACT_SECONDS;
  return file.startsWith('test/') ? SCENARIO_SECONDS : SHORT_SECONDS;
}
