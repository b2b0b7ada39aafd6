import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { encodeFrame, FrameReader, toParent } from '../../wire/frames.ts';
import { type LaunchPlan, launchChild } from './launch.ts';

/** Receives the frames and the end of a child. */
export interface ChildListener {
  frame(type: number, id: number, body: string): void;
  /** The process is gone or broke the protocol and was killed; called once. */
  gone(reason: 'exit' | 'protocol', detail: string): void;
}

const STDERR_BYTES = 2_000;
const nobody: ChildListener = { frame: () => {}, gone: () => {} };

/** One child process and its pipe. Holds no knowledge of plugins. */
export class SandboxChild {
  /** Settles with true when the child said hello, with false when it ended first. */
  readonly hello: Promise<boolean>;
  listener: ChildListener = nobody;
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #stderr = '';
  #gone = false;
  #statusFile: number | null = null;

  constructor(plan: LaunchPlan, frameBytes: number) {
    const child = launchChild(plan);
    this.#process = child;
    let greet: (up: boolean) => void = () => {};
    this.hello = new Promise((resolve) => {
      greet = resolve;
    });
    const reader = new FrameReader(frameBytes, (type, id, body) => {
      if (type === toParent.hello) greet(true);
      else if (!this.#gone) this.listener.frame(type, id, body);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!this.#gone && !reader.push(chunk)) this.#leave('protocol', 'A frame longer than agreed');
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_BYTES);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
    child.on('error', (error) => {
      this.#stderr ||= error.message;
    });
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        greet(false);
        this.#leave(
          'exit',
          `Ended with ${signal ?? code}. ${this.#stderr.trim().split('\n').slice(-3).join(' | ')}`,
        );
        if (this.#statusFile !== null) closeSync(this.#statusFile);
        this.#statusFile = null;
        resolve();
      });
    });
  }

  get isGone(): boolean {
    return this.#gone;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  send(type: number, id: number, body: string): void {
    if (!this.#gone) this.#process.stdin?.write(encodeFrame(type, id, body));
  }

  /** SIGKILL: an endless builtin heeds nothing less. The listener is not called any more. */
  kill(): Promise<void> {
    this.#gone = true;
    this.listener = nobody;
    this.#process.kill('SIGKILL');
    return this.#ended;
  }

  /** Resident memory now, in bytes; 0 where /proc is missing or the process is gone. */
  residentBytes(): number {
    try {
      this.#statusFile ??= openSync(`/proc/${this.#process.pid}/status`, 'r');
      const text = status.toString('latin1', 0, readSync(this.#statusFile, status, 0, status.length, 0));
      const at = text.indexOf('VmRSS:');
      return at < 0 ? 0 : Number.parseInt(text.slice(at + 6, at + 24), 10) * 1024;
    } catch {
      return 0;
    }
  }

  #leave(reason: 'exit' | 'protocol', detail: string): void {
    if (this.#gone) return;
    const { listener } = this;
    void this.kill();
    listener.gone(reason, detail.slice(0, 500));
  }
}

const status = Buffer.allocUnsafe(4096);
