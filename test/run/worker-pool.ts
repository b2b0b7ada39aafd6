import type { WorkerProcess } from './worker-process.ts';

export interface PlannedFile {
  readonly file: string;
  /** Whether it has a process of its own. */
  readonly isAlone: boolean;
}

/** Runs test files in a few processes, each of which takes the next file when it is done with one. */
export class WorkerPool {
  readonly #make: () => WorkerProcess;
  readonly #alive = new Set<WorkerProcess>();
  #isStopped = false;

  constructor(make: () => WorkerProcess) {
    this.#make = make;
  }

  /** Runs the files in their order, `jobs` at once. */
  async run(files: readonly PlannedFile[], jobs: number): Promise<void> {
    const waiting = [...files];
    const count = Math.min(jobs, files.length);
    await Promise.all(Array.from({ length: count }, () => this.#serve(waiting)));
  }

  /** Starts nothing more, and signals what runs. */
  stop(signal: NodeJS.Signals): void {
    this.#isStopped = true;
    for (const worker of this.#alive) worker.kill(signal);
  }

  async #serve(waiting: PlannedFile[]): Promise<void> {
    let shared: WorkerProcess | undefined;
    for (let next = waiting.shift(); next !== undefined && !this.#isStopped; next = waiting.shift()) {
      if (next.isAlone) {
        await this.#end(await this.#runIn(this.#start(), next, waiting));
        continue;
      }
      shared = await this.#runIn(shared ?? this.#start(), next, waiting);
      if (!shared.isSpent) continue;
      await this.#end(shared);
      shared = undefined;
    }
    if (shared !== undefined) await this.#end(shared);
  }

  /** Runs a file, which waits for another process where this one has ended before it was begun. */
  async #runIn(worker: WorkerProcess, next: PlannedFile, waiting: PlannedFile[]): Promise<WorkerProcess> {
    if (!(await worker.run(next.file))) waiting.unshift(next);
    return worker;
  }

  #start(): WorkerProcess {
    const worker = this.#make();
    this.#alive.add(worker);
    return worker;
  }

  async #end(worker: WorkerProcess): Promise<void> {
    await worker.end();
    this.#alive.delete(worker);
  }
}
