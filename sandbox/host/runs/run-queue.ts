import { SandboxError } from '../../sandbox-error.ts';
import { FairQueue, type Job } from './fair-queue.ts';

interface Waiting extends Job {
  readonly deadlineAt: number;
  readonly start: () => void;
  readonly refuse: (error: SandboxError) => void;
}

/**
 * Admits at most `running` jobs at once and one per plugin, by fair shares. The queue is bounded, over all and
 * for one plugin, and entries leave with `sandbox_busy` at their deadline. When it is full, the party with most
 * entries gives one up to one with fewer.
 */
export class RunQueue {
  readonly #limits: { readonly running: number; readonly queue: number };
  readonly #turns = new FairQueue();
  readonly #busy = new Set<string>();
  #waiting: readonly Waiting[] = [];

  constructor(limits: { readonly running: number; readonly queue: number }) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#busy.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  isBusy(plugin_id: string): boolean {
    return this.#busy.has(plugin_id);
  }

  /** Runs the job now or when its turn comes. Rejects with `sandbox_busy` or `call_aborted` if it never does. */
  run<T>(turn: Job, deadlineAt: number, signal: AbortSignal | undefined, job: () => Promise<T>): Promise<T> {
    if (signal?.aborted) return Promise.reject(aborted());
    if (this.#busy.size < this.#limits.running && !this.#busy.has(turn.plugin_id))
      return this.#start(turn, job);
    if (!this.#hasRoom(turn)) return Promise.reject(full());
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => this.#drop(entry, aborted());
      const entry: Waiting = {
        plugin_id: turn.plugin_id,
        organization_id: turn.organization_id,
        deadlineAt,
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          this.#start(turn, job).then(resolve, reject);
        },
        refuse: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting = [...this.#waiting, entry];
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

  /** Refuses everything that waits, or what waits for one plugin. */
  clear(error: SandboxError, plugin_id?: string): void {
    for (const entry of this.#waiting.filter(
      (waiting) => plugin_id === undefined || waiting.plugin_id === plugin_id,
    ))
      this.#drop(entry, error);
  }

  async #start<T>(turn: Job, job: () => Promise<T>): Promise<T> {
    this.#busy.add(turn.plugin_id);
    this.#turns.begin(turn);
    const startedMs = performance.now();
    try {
      return await job();
    } finally {
      this.#turns.charge(turn, performance.now() - startedMs);
      this.#busy.delete(turn.plugin_id);
      this.#next();
    }
  }

  #next(): void {
    while (this.#busy.size < this.#limits.running) {
      const entry = this.#turns.choose(this.#waiting.filter(({ plugin_id }) => !this.#busy.has(plugin_id)));
      if (entry === undefined) return;
      this.#take(entry);
      entry.start();
    }
  }

  #hasRoom({ plugin_id, organization_id }: Job): boolean {
    const { queue } = this.#limits;
    const ofPlugin = this.#waiting.filter((waiting) => waiting.plugin_id === plugin_id);
    if (ofPlugin.length >= Math.ceil(queue / 2))
      return this.#displace(ofPlugin, (waiting) => waiting.organization_id, organization_id);
    if (this.#waiting.length < queue) return true;
    return this.#displace(this.#waiting, (waiting) => waiting.plugin_id, plugin_id);
  }

  /** Refuses the newest entry of the party with most, if the newcomer stays below that even then. */
  #displace(places: readonly Waiting[], holderOf: (place: Waiting) => string, newcomer: string): boolean {
    const held = Map.groupBy(places, holderOf);
    const own = held.get(newcomer)?.length ?? 0;
    const [most = []] = [...held.values()].sort((one, other) => other.length - one.length);
    const newest = most.at(-1);
    if (newest === undefined || most.length <= own + 1) return false;
    this.#drop(newest, full());
    return true;
  }

  #drop(entry: Waiting, error: SandboxError): void {
    this.#take(entry);
    entry.refuse(error);
  }

  #take(entry: Waiting): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== entry);
  }
}

const full = () => new SandboxError('sandbox_busy', 'Too many plugin calls are waiting');
const aborted = () => new SandboxError('call_aborted', 'The caller gave up');
