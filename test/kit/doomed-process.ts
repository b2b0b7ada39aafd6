import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '../harness/index.ts';

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** A database and a data folder for processes of which some are killed; gone at the end of the test. */
export async function doomedPlace(
  t: Teardown,
): Promise<{ readonly databaseUrl: string; readonly dataDir: string }> {
  const database = await cloneDatabase();
  t.teardown(() => database.drop());
  const dataDir = await mkdtemp(join(tmpdir(), 'patchbay-doomed-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  return { databaseUrl: database.url, dataDir };
}

/** A process that works until it is killed, and tells its parent what was committed. */
export class DoomedProcess {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts a file; `onTold` gets each message as it comes. */
  static start<T>(
    t: Teardown,
    file: URL,
    words: readonly string[],
    onTold: (told: T) => void,
    environment: Readonly<Record<string, string>> = {},
  ): DoomedProcess {
    const child = fork(file, words, {
      execArgv: [],
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    child.on('message', onTold);
    return new DoomedProcess(child);
  }

  /** SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }
}
