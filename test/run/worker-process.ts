import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dieWithUs } from './lifeline.ts';
import type { TapReport } from './tap-report.ts';
import type { TapStream } from './tap-stream.ts';
import type { Order, Told } from './worker-messages.ts';

/** A file that has not ended by then hangs, unless it says otherwise (`t.setTimeout`); a slow machine gets there. */
const FILE_TIMEOUT_MS = 600_000;
/** tap ends a test at its time by itself; a process that is stuck cannot. */
const STUCK_MS = 20_000;
const ENDS_WITHIN_MS = 5_000;
/** A process that has grown beyond this is ended, so that those beside it keep theirs. */
const MAX_BYTES = 1.5 * 1024 ** 3;

const WORKER = new URL('./worker.ts', import.meta.url).pathname;
const PRELOADED = new URL('./plain-promises.ts', import.meta.url).href;

/** A process that runs test files one after another, so that what they share is loaded and compiled once. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #letGo: () => void;
  readonly #report: TapReport;
  readonly #stream: TapStream;
  #current: { readonly file: string; readonly startedMs: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #done: (() => void) | undefined;
  #isSpent = false;

  constructor(report: TapReport, cwd: string, env: NodeJS.ProcessEnv) {
    this.#report = report;
    this.#stream = report.stream();
    this.#child = spawn(process.execPath, [`--import=${PRELOADED}`, WORKER], {
      cwd,
      env: { ...env, TAP: '1', TAP_CHILD_ID: '1', TAP_TIMEOUT: '0' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      detached: true,
    });
    this.#letGo = this.#child.pid === undefined ? () => undefined : dieWithUs(this.#child.pid);
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#stream.feed(chunk));
    this.#child.on('message', (told: Told) => this.#hear(told));
    this.#closed = once(this.#child, 'close').then(([code, signal]) => this.#close(code, signal));
  }

  /** Whether it can run no more files. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Runs one file; resolves when that ended, however it did. */
  async run(file: string): Promise<void> {
    this.#current = { file, startedMs: performance.now() };
    this.#limit(FILE_TIMEOUT_MS);
    const done = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    const order: Order = { file, timeoutMs: FILE_TIMEOUT_MS };
    // Where it has ended in the meantime, that is told by its end.
    this.#child.send(order, () => undefined);
    await Promise.race([done, this.#closed]);
  }

  /** Lets it end by itself; what has not ended then is killed. */
  async end(): Promise<void> {
    this.#isSpent = true;
    if (this.#child.connected) this.#child.send('end', () => undefined);
    const timer = setTimeout(() => this.kill('SIGKILL'), ENDS_WITHIN_MS);
    await this.#closed;
    clearTimeout(timer);
  }

  /** Signals the process and those that it started. */
  kill(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null)
      return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // Ended in the meantime.
    }
  }

  #hear(told: Told): void {
    if (told.kind === 'extended') this.#limit(told.timeoutMs);
    if (told.kind !== 'ended') return;
    this.#isSpent ||= told.isSpent || told.residentBytes > MAX_BYTES;
    this.#current = undefined;
    clearTimeout(this.#timer);
    this.#done?.();
  }

  #limit(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.kill('SIGKILL'), timeoutMs + STUCK_MS);
  }

  #close(code: number | null, signal: NodeJS.Signals | null): void {
    this.#isSpent = true;
    clearTimeout(this.#timer);
    this.#letGo();
    if (this.#current === undefined && code !== null) this.#stream.end(code);
    else this.#stream.cut();
    // One that ends its process is told by tap, unless it is killed.
    if (this.#current === undefined || this.#current.file === this.#stream.lastFile) return;
    const { file, startedMs } = this.#current;
    const seconds = (performance.now() - startedMs) / 1_000;
    this.#report.fell({ name: file, seconds }, `its process ended with ${signal ?? code} before it was done`);
  }
}
