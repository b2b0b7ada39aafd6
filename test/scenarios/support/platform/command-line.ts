import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommandLine } from '@patchbay/operator/command-line';
import { TEST_SECRET_KEY } from '../../../harness/index.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const MAX_MS = 90_000;

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** What a command said, and how it ended. */
export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `patchbay …` as an operator runs it, with nothing but this environment. */
export class CommandLine {
  readonly #environment: Readonly<Record<string, string>>;
  /** DATA_DIR of the commands. */
  readonly folder: string;

  private constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#environment = environment;
  }

  static async open(
    t: Teardown,
    databaseUrl: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<CommandLine> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-cli-'));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    return new CommandLine(folder, {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: folder,
      ...environment,
    });
  }

  /** The same with other variables; an empty one counts as unset. */
  with(environment: Readonly<Record<string, string>>): CommandLine {
    return new CommandLine(this.folder, { ...this.#environment, ...environment });
  }

  /** Starts it as a process of its own, and does not wait for its end. */
  start(...args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [join(ROOT, 'modules', 'operator', 'bin', 'patchbay.ts'), ...args], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...this.#environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: MAX_MS,
    });
  }

  /** A process of its own, with this on standard input. */
  async spawned(input: string, ...args: readonly string[]): Promise<Said> {
    const child = this.start(...args);
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    return ended(child);
  }

  run(...args: readonly string[]): Promise<Said> {
    return this.say('', ...args);
  }

  /** The same in this process, which spares the start of another. */
  async say(input: string, ...args: readonly string[]): Promise<Said> {
    const texts = { stdout: '', stderr: '' };
    const into = (name: keyof typeof texts) => ({
      write: (text: string) => {
        texts[name] += text;
      },
    });
    const stdin = new PassThrough();
    stdin.end(input);
    const code = await runCommandLine(args, {
      environment: this.#environment,
      input: stdin,
      output: into('stdout'),
      errors: into('stderr'),
      signal: new AbortController().signal,
    });
    return { code, ...texts };
  }
}

/** Waits for the end and gathers what was said. */
export async function ended(child: ChildProcess): Promise<Said> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}
