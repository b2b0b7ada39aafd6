import { SandboxError } from '../sandbox-error.ts';

interface Waiting {
  readonly key: string;
  readonly deadlineAt: number;
  readonly start: () => void;
  readonly refuse: (error: SandboxError) => void;
}

/**
 * Admits at most `running` jobs at once and one per key (plugin), in order of arrival. What waits is
 * bounded, over all and for one key, and leaves with `sandbox_busy` at its deadline.
 */
export class RunQueue {
  readonly #limits: { readonly running: number; readonly queue: number };
  readonly #busy = new Set<string>();
  readonly #perKey = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(limits: { readonly running: number; readonly queue: number }) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#busy.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  isBusy(key: string): boolean {
    return this.#busy.has(key);
  }

  /** Runs the job now or when its turn comes. Rejects with `sandbox_busy` or `call_aborted` if it never does. */
  run<T>(
    key: string,
    deadlineAt: number,
    signal: AbortSignal | undefined,
    job: () => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(aborted());
    if (this.#busy.size < this.#limits.running && !this.#busy.has(key)) return this.#start(key, job);
    const ofKey = this.#perKey.get(key) ?? 0;
    if (this.#waiting.length >= this.#limits.queue || ofKey >= Math.ceil(this.#limits.queue / 2))
      return Promise.reject(new SandboxError('sandbox_busy', 'Too many plugin calls are waiting'));
    this.#perKey.set(key, ofKey + 1);
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => this.#drop(entry, aborted());
      const entry: Waiting = {
        key,
        deadlineAt,
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          this.#start(key, job).then(resolve, reject);
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
    });
  }

  /** Refuses what waited past its deadline. */
  expire(now: number): void {
    for (const entry of this.#waiting.filter((waiting) => now >= waiting.deadlineAt))
      this.#drop(
        entry,
        new SandboxError('sandbox_busy', 'The deadline passed while the call waited its turn'),
      );
  }

  /** Refuses everything that waits, or what waits for one key. */
  clear(error: SandboxError, key?: string): void {
    for (const entry of this.#waiting.filter((waiting) => key === undefined || waiting.key === key))
      this.#drop(entry, error);
  }

  async #start<T>(key: string, job: () => Promise<T>): Promise<T> {
    this.#busy.add(key);
    try {
      return await job();
    } finally {
      this.#busy.delete(key);
      this.#next();
    }
  }

  #next(): void {
    while (this.#busy.size < this.#limits.running) {
      const entry = this.#waiting.find((waiting) => !this.#busy.has(waiting.key));
      if (entry === undefined) return;
      this.#take(entry);
      entry.start();
    }
  }

  #drop(entry: Waiting, error: SandboxError): void {
    this.#take(entry);
    entry.refuse(error);
  }

  #take(entry: Waiting): void {
    const at = this.#waiting.indexOf(entry);
    if (at >= 0) this.#waiting.splice(at, 1);
    const left = (this.#perKey.get(entry.key) ?? 1) - 1;
    if (left > 0) this.#perKey.set(entry.key, left);
    else this.#perKey.delete(entry.key);
  }
}

const aborted = () => new SandboxError('call_aborted', 'The caller gave up');
