import type { Forecast } from '../plan/forecast.ts';
import type { Places, PlannedFile } from '../plan/planned-file.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Runs test files in a few processes, each of which takes the next file when it is done with one. */
export class WorkerPool {
  readonly #make: () => WorkerProcess;
  readonly #forecast: Forecast | undefined;
  readonly #alive = new Set<WorkerProcess>();
  #isStopped = false;

  constructor(make: () => WorkerProcess, forecast?: Forecast) {
    this.#make = make;
    this.#forecast = forecast;
  }

  /** Runs the files in their order; of those that wait some beside the others. */
  async run(files: readonly PlannedFile[], { jobs, beside }: Places): Promise<void> {
    const [waiting, computing] = [
      files.filter((each) => each.isWaiting),
      files.filter((each) => !each.isWaiting),
    ];
    const places = [
      ...Array.from({ length: Math.min(jobs, files.length) }, () => [computing, waiting]),
      ...Array.from({ length: Math.min(beside, waiting.length) }, () => [waiting]),
    ];
    await Promise.all(places.map((queues) => this.#serve(queues)));
  }

  /** Starts nothing more, and signals what runs. */
  stop(signal: NodeJS.Signals): void {
    this.#isStopped = true;
    for (const worker of this.#alive) worker.kill(signal);
  }

  /** Runs the next file of the first queue that has one, until none has. */
  async #serve(queues: readonly PlannedFile[][]): Promise<void> {
    let shared: WorkerProcess | undefined;
    for (;;) {
      const queue = queues.find(({ length }) => length > 0);
      const next = queue?.shift();
      if (queue === undefined || next === undefined || this.#isStopped) break;
      const worker = next.isAlone ? this.#start() : (shared ?? this.#start());
      this.#forecast?.begin(next);
      // It may have ended before the file was begun, which then waits for another.
      if (await worker.run(next.file)) this.#forecast?.end(next);
      else queue.unshift(next);
      if (!next.isAlone) shared = worker.isSpent ? undefined : worker;
      if (worker !== shared) await this.#end(worker);
    }
    if (shared !== undefined) await this.#end(shared);
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
