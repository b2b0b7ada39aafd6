import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../demo/free-port.ts';
import { TEST_SECRET_KEY } from '../../harness/environment.ts';
import { call } from '../../harness/http-client.ts';
import { waitFor } from '../../harness/wait-for.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MAX_OUTPUT = 20_000;
const MAX_STARTS = 3;

/** A platform in a process of its own, which can be killed at any moment and started again. */
export class PlatformProcess {
  readonly #environment: Readonly<Record<string, string>>;
  readonly url: string;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(environment: Readonly<Record<string, string>>, url: string) {
    this.#environment = environment;
    this.url = url;
  }

  static async prepare(environment: Readonly<Record<string, string>>): Promise<PlatformProcess> {
    const port = await freePort(0);
    return new PlatformProcess({ ...environment, PORT: String(port) }, `http://127.0.0.1:${port}`);
  }

  /** Prepares one on the database of a platform that runs, with a folder of its own; both go when the test ends. */
  static async beside(
    t: { teardown(work: () => unknown): unknown },
    DATABASE_URL: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<PlatformProcess> {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'patchbay-beside-'));
    const SECRET_KEY = TEST_SECRET_KEY;
    const two = await PlatformProcess.prepare({ ...environment, DATABASE_URL, SECRET_KEY, DATA_DIR });
    t.teardown(async () => {
      await two.kill();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    return two;
  }

  /** Starts it and waits until it takes requests; one that ends before that is started again, as by a supervisor. */
  async start(): Promise<void> {
    for (let starts = 1; ; starts += 1) {
      try {
        return await this.#startOnce();
      } catch (error) {
        if (starts === MAX_STARTS || this.#child?.exitCode === null) throw error;
      }
    }
  }

  async #startOnce(): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, 'kernel', 'main.ts')], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'warn', ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-MAX_OUTPUT);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    await waitFor(
      'the platform to be ready',
      async () => {
        if (child.exitCode !== null)
          throw new Error(`the platform ended with ${child.exitCode}: ${this.#output}`);
        const answer = await call(this.url, 'GET', '/api/v1/health/ready', { timeoutMs: 1_000 }).catch(
          () => null,
        );
        return answer?.status === 200;
      },
      { timeoutMs: 120_000 },
    );
  }

  get output(): string {
    return this.#output;
  }

  /** Stops the process where it stands, with its connections and locks open (SIGSTOP), until `thaw`. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** SIGKILL, and waits until the process is gone. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(late);
  }
}
