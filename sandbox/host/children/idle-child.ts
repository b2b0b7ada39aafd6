import type { FaultKind } from '../../contract.ts';
import type { ChildListener, SandboxChild } from './sandbox-child.ts';
import type { Idle, Watch } from './watch.ts';

/** A child with its memory watch and the handler of its faults. */
export interface ChildSurroundings {
  readonly child: SandboxChild;
  readonly watch: Watch;
  readonly onFault: (kind: FaultKind, detail: string) => void;
}

/**
 * A child between its runs. A frame, an exit or too much memory then is a fault of its plugin. It ends as soon as
 * a run listens to the child.
 */
export class IdleChild implements ChildListener, Idle {
  readonly #place: ChildSurroundings;

  constructor(place: ChildSurroundings) {
    this.#place = place;
  }

  /** From now on the child rests. */
  rest(): void {
    this.#place.child.listener = this;
    this.#place.watch.rest(this);
  }

  get child(): SandboxChild {
    return this.#place.child;
  }

  get isOver(): boolean {
    return this.#place.child.listener !== this;
  }

  residentBytes(): number {
    return this.#place.child.residentBytes();
  }

  overMemory(bytes: number): void {
    this.#fault('memory', `The idle process held ${Math.round(bytes / 1024 / 1024)} MB`);
  }

  frame(): void {
    this.#fault('protocol', 'A frame while nothing ran');
  }

  gone(reason: 'exit' | 'protocol', detail: string): void {
    this.#fault(reason === 'exit' ? 'crash' : 'protocol', detail);
  }

  #fault(kind: FaultKind, detail: string): void {
    void this.#place.child.kill();
    this.#place.onFault(kind, detail);
  }
}
