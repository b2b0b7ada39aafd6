import type { FaultKind } from '../../contract.ts';
import { SandboxError, type SandboxErrorCode } from '../../sandbox-error.ts';
import type { ChildSurroundings } from '../children/idle-child.ts';
import type { ChildListener } from '../children/sandbox-child.ts';
import type { Watched } from '../children/watch.ts';

/** A child and its faults' handler, and the function that takes the child back after the run. */
export interface RunPlace extends ChildSurroundings {
  /** Called at the moment the run settles and leaves its child alive: not one frame falls between. */
  readonly rest: () => void;
}

const errorOfFault: Record<FaultKind, SandboxErrorCode> = {
  timeout: 'sandbox_timeout',
  memory: 'sandbox_memory',
  crash: 'sandbox_crashed',
  protocol: 'sandbox_protocol',
  late_work: 'sandbox_protocol',
  schema: 'schema_too_costly',
};

/** One thing that runs in a child, from the first byte sent until it settles: once, whatever happens. */
export abstract class Run<T> implements Watched, ChildListener {
  readonly result: Promise<T>;
  readonly deadlineAt: number;
  protected readonly place: RunPlace;
  readonly #deadlineMs: number;
  #resolve: (value: T) => void = () => {};
  #reject: (error: SandboxError) => void = () => {};
  #settled = false;

  constructor(place: RunPlace, deadlineMs: number) {
    this.place = place;
    this.#deadlineMs = deadlineMs;
    this.deadlineAt = performance.now() + deadlineMs;
    this.result = new Promise<T>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    place.child.listener = this;
    place.watch.add(this);
  }

  abstract frame(type: number, id: number, body: string): void;

  get isSettled(): boolean {
    return this.#settled;
  }

  succeed(value: T): void {
    if (this.#leave()) this.#resolve(value);
  }

  /** An ordinary failure: the child lives on. */
  fail(error: SandboxError): void {
    if (this.#leave()) this.#reject(error);
  }

  /** Ends the run and its process, without a fault. */
  stop(error: SandboxError): void {
    void this.place.child.kill();
    this.fail(error);
  }

  fault(kind: FaultKind, detail: string): void {
    if (this.#settled) return;
    void this.place.child.kill();
    this.place.onFault(kind, detail);
    this.fail(new SandboxError(errorOfFault[kind], detail));
  }

  overdue(): void {
    this.fault('timeout', `No answer within ${this.#deadlineMs} ms`);
  }

  residentBytes(): number {
    return this.place.child.residentBytes();
  }

  overMemory(bytes: number): void {
    this.fault('memory', `The process held ${Math.round(bytes / 1024 / 1024)} MB`);
  }

  gone(reason: 'exit' | 'protocol', detail: string): void {
    this.fault(reason === 'exit' ? 'crash' : 'protocol', detail);
  }

  #leave(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.place.watch.remove(this);
    if (!this.place.child.isGone) this.place.rest();
    return true;
  }
}
