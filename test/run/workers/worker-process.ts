import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TapReport } from '../tap/tap-report.ts';
import type { TapStream } from '../tap/tap-stream.ts';
import { dieWithUs } from './lifeline.ts';
import type { Order, Told } from './worker-messages.ts';

export interface WorkerLimits {
  /** A file that has not ended by then hangs, unless it says otherwise (`t.setTimeout`); a slow machine gets there. */
  readonly fileMs: number;
  /** tap ends a test at its time by itself; a process that is stuck cannot, and is killed so much later. */
  readonly stuckMs: number;
  /** How long what a file left open has to close. */
  readonly closeMs: number;
}

const LIMITS: WorkerLimits = { fileMs: 600_000, stuckMs: 20_000, closeMs: 30_000 };
const START_MS = 120_000;
const ENDS_WITHIN_MS = 30_000;
/** A process that has grown beyond this is ended, so that those beside it keep theirs. */
const MAX_BYTES = 1.5 * 1024 ** 3;

const WORKER = new URL('./worker.ts', import.meta.url).pathname;
const PRELOADED = new URL('./plain-promises.ts', import.meta.url).href;

interface Current {
  readonly file: string;
  readonly startedMs: number;
  isBegun: boolean;
}

/** A process that runs test files one after another, so that what they share is loaded and compiled once. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #letGo: () => void;
  readonly #report: TapReport;
  readonly #stream: TapStream;
  readonly #limits: WorkerLimits;
  #current: Current | undefined;
  /** The file that ended last. */
  #last: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #done: (() => void) | undefined;
  #isSpent = false;
  #isEnding = false;
  #isStuck = false;
  #exit: number | undefined;

  constructor(report: TapReport, cwd: string, env: NodeJS.ProcessEnv, limits: WorkerLimits = LIMITS) {
    this.#report = report;
    this.#limits = limits;
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
    this.#closed = once(this.#child, 'close').then(([code, signal]) =>
      this.#close(signal ?? this.#exit ?? code),
    );
  }

  /** Whether it can run no more files. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /**
   * Runs one file; resolves when that ended, however it did, with whether it was begun. One that a new process does not
   * begin has failed.
   */
  async run(file: string): Promise<boolean> {
    const current: Current = { file, startedMs: performance.now(), isBegun: this.#last === undefined };
    this.#current = current;
    this.#limit(START_MS);
    const done = new Promise<void>((resolve) => {
      this.#done = resolve;
    });
    const { fileMs, closeMs } = this.#limits;
    const order: Order = { file, timeoutMs: fileMs, closeMs };
    // Where it has ended in the meantime, that is told by its end.
    this.#child.send(order, () => undefined);
    await Promise.race([done, this.#closed]);
    return current.isBegun;
  }

  /** Lets it end by itself; what has not ended then is killed. */
  async end(): Promise<void> {
    this.#isSpent = true;
    this.#isEnding = true;
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
    if (told.kind === 'begun') this.#begin();
    if (told.kind === 'extended') this.#limit(told.timeoutMs);
    if (told.kind === 'exits') this.#exit = told.code;
    if (told.kind === 'late') this.#failLate(told.file, told.why);
    if (told.kind !== 'ended') return;
    this.#isSpent ||= told.isSpent || told.residentBytes > MAX_BYTES;
    this.#last = this.#current?.file;
    this.#current = undefined;
    clearTimeout(this.#timer);
    this.#done?.();
  }

  #begin(): void {
    if (this.#current !== undefined) this.#current.isBegun = true;
    this.#limit(this.#limits.fileMs);
  }

  #failLate(file: string, why: string): void {
    this.#isSpent = true;
    this.#report.failedLate(file, why);
  }

  #limit(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isStuck = true;
      this.kill('SIGKILL');
    }, timeoutMs + this.#limits.stuckMs);
  }

  #close(exit: NodeJS.Signals | number): void {
    this.#isSpent = true;
    clearTimeout(this.#timer);
    this.#letGo();
    const current = this.#current;
    if (this.#isEnding && typeof exit === 'number') this.#stream.end(exit);
    else this.#stream.cut();
    if (current?.isBegun === true) this.#fall(current, exit);
    else if (!this.#isEnding && this.#last !== undefined)
      this.#failLate(this.#last, `or a file before it: their process ended with ${exit} between two files`);
  }

  #fall({ file, startedMs }: Current, exit: NodeJS.Signals | number): void {
    const why = this.#isStuck
      ? 'it stood still, and its process was killed'
      : `its process ended with ${exit} before it was done`;
    // tap tells of one that ends its process by itself.
    if (file === this.#stream.lastFile) this.#report.tell(`${file}: ${why}`);
    else this.#report.fell({ name: file, seconds: (performance.now() - startedMs) / 1_000 }, why);
  }
}
