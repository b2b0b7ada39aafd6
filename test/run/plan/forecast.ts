import type { Places, PlannedFile } from './planned-file.ts';

/** The pace of a run counts fully once files of many times these seconds have ended. */
const DOUBT_SECONDS = 20;
/** Of a file that takes longer than expected. */
const OVERDUE_SECONDS = 5;

interface Running extends PlannedFile {
  readonly startedMs: number;
}

/** Tells how long a run will still take: from how long its files took before, and from its pace. */
export class Forecast {
  readonly #places: Places;
  readonly #nowMs: () => number;
  readonly #queued: Map<string, PlannedFile>;
  readonly #running = new Map<string, Running>();
  #expected = DOUBT_SECONDS;
  #took = DOUBT_SECONDS;

  constructor(files: readonly PlannedFile[], places: Places, nowMs = () => performance.now()) {
    this.#queued = new Map(files.map((each) => [each.file, each]));
    this.#places = places;
    this.#nowMs = nowMs;
  }

  begin(planned: PlannedFile): void {
    this.#queued.delete(planned.file);
    this.#running.set(planned.file, { ...planned, startedMs: this.#nowMs() });
  }

  end({ file }: PlannedFile): void {
    const running = this.#running.get(file);
    if (running === undefined) return;
    this.#running.delete(file);
    this.#expected += running.seconds;
    this.#took += this.#since(running);
  }

  /** Lets what runs end and what is queued follow, in places as the pool has them. */
  get secondsLeft(): number {
    const pace = this.#pace();
    const jobs = new Array<number>(this.#places.jobs).fill(0);
    const beside = new Array<number>(this.#places.beside).fill(0);
    for (const running of this.#running.values()) {
      const left = Math.max(OVERDUE_SECONDS, running.seconds * pace - this.#since(running));
      take(running.isWaiting && beside.includes(0) ? [beside] : [jobs], left);
    }
    const queued = [...this.#queued.values()];
    for (const { seconds } of queued.filter(({ isWaiting }) => !isWaiting)) take([jobs], seconds * pace);
    for (const { seconds } of queued.filter(({ isWaiting }) => isWaiting))
      take([jobs, beside], seconds * pace);
    return Math.max(0, ...jobs, ...beside);
  }

  /** How much longer files take here; those that run count from when they are overdue. */
  #pace(): number {
    let [took, expected] = [this.#took, this.#expected];
    for (const running of this.#running.values()) {
      const since = this.#since(running);
      if (since <= running.seconds) continue;
      took += since;
      expected += running.seconds;
    }
    return took / expected;
  }

  #since({ startedMs }: Running): number {
    return (this.#nowMs() - startedMs) / 1_000;
  }
}

/** Adds to the place that is free first. */
function take(groups: readonly number[][], seconds: number): void {
  const [group, place] = groups
    .flatMap((each) => each.map((_, at) => [each, at] as const))
    .reduce((best, next) => ((next[0][next[1]] ?? 0) < (best[0][best[1]] ?? 0) ? next : best));
  group[place] = (group[place] ?? 0) + seconds;
}
