/** Something that runs in a child and must end in time and within its memory. */
export interface Watched {
  readonly deadlineAt: number;
  residentBytes(): number;
  overdue(): void;
  overMemory(bytes: number): void;
}

/** A child that runs nothing and must keep within its memory all the same. */
export interface Idle {
  /** Whether it rests no longer: its child runs something, or is gone. */
  readonly isOver: boolean;
  residentBytes(): number;
  overMemory(bytes: number): void;
}

const POLL_MS = 25;
const RESTING_POLL_MS = 250;

/**
 * The timers of the sandbox: every 25 ms it looks at what runs, at most two processes, and at nothing when
 * nothing runs; four times a second at the children that rest. No call arms a timer of its own.
 */
export class Watch {
  readonly #running = new Set<Watched>();
  readonly #resting = new Set<Idle>();
  readonly #memoryBytes: number;
  readonly #everyPoll: () => void;
  #timer: NodeJS.Timeout | null = null;
  #restingTimer: NodeJS.Timeout | null = null;

  constructor(memoryBytes: number, everyPoll: () => void) {
    this.#memoryBytes = memoryBytes;
    this.#everyPoll = everyPoll;
  }

  add(watched: Watched): void {
    this.#running.add(watched);
    this.wake();
  }

  remove(watched: Watched): void {
    this.#running.delete(watched);
  }

  /** Looks at a child until it rests no longer. */
  rest(child: Idle): void {
    this.#resting.add(child);
    this.#restingTimer ??= setInterval(() => this.#pollResting(), RESTING_POLL_MS).unref();
  }

  /** Starts the poll; it ends by itself at the first look that finds nothing running. */
  wake(): void {
    this.#timer ??= setInterval(() => this.#poll(), POLL_MS);
  }

  stop(): void {
    this.#sleep();
    if (this.#restingTimer !== null) clearInterval(this.#restingTimer);
    this.#restingTimer = null;
  }

  #sleep(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #pollResting(): void {
    for (const child of [...this.#resting]) {
      if (child.isOver) {
        this.#resting.delete(child);
        continue;
      }
      const bytes = child.residentBytes();
      if (bytes > this.#memoryBytes) child.overMemory(bytes);
    }
    if (this.#resting.size > 0 || this.#restingTimer === null) return;
    clearInterval(this.#restingTimer);
    this.#restingTimer = null;
  }

  #poll(): void {
    const now = performance.now();
    for (const watched of [...this.#running]) {
      if (now >= watched.deadlineAt) {
        watched.overdue();
        continue;
      }
      const bytes = watched.residentBytes();
      if (bytes > this.#memoryBytes) watched.overMemory(bytes);
    }
    this.#everyPoll();
    if (this.#running.size === 0) this.#sleep();
  }
}
