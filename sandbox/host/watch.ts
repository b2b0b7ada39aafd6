/** Something that runs in a child and must end in time and within its memory. */
export interface Watched {
  readonly deadlineAt: number;
  residentBytes(): number;
  overdue(): void;
  overMemory(bytes: number): void;
}

const POLL_MS = 25;

/**
 * The one timer of the sandbox: every 25 ms it looks at what runs, at most two processes, and at nothing
 * when nothing runs. No call arms a timer of its own.
 */
export class Watch {
  readonly #running = new Set<Watched>();
  readonly #memoryBytes: number;
  readonly #everyPoll: () => void;
  #timer: NodeJS.Timeout | null = null;

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

  /** Starts the poll; it ends by itself at the first look that finds nothing running. */
  wake(): void {
    this.#timer ??= setInterval(() => this.#poll(), POLL_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
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
    if (this.#running.size === 0) this.stop();
  }
}
