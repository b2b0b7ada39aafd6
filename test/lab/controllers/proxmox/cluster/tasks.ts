import type { LabClock } from '../../lab-clock.ts';
import { refused } from '../refusal.ts';

export interface Task {
  readonly upid: string;
  readonly node: string;
  readonly pid: number;
  readonly pstart: number;
  readonly starttime: number;
  readonly type: string;
  readonly id: string;
  readonly user: string;
  status: 'running' | 'stopped';
  exitstatus?: string;
  endtime?: number;
  readonly log: string[];
}

export interface TaskOrder {
  readonly node: string;
  readonly type: string;
  /** What it works on; part of the id. */
  readonly id?: string;
  readonly user: string;
  /** The work, at the end of the task; what it throws is the exit status. */
  run(): void;
  /** Undoes what starting it did (a lock), whichever way it ended. */
  ended?(isWell: boolean): void;
}

const maxTasks = 2_000;
const hex = (value: number, digits: number): string =>
  Math.floor(value).toString(16).toUpperCase().padStart(digits, '0').slice(-digits);

/** Long work of the cluster, on its own clock. At most 2,000 are remembered. */
export class Tasks {
  readonly #clock: LabClock;
  readonly #durationMs: (type: string) => number;
  readonly #tasks = new Map<string, Task>();
  readonly #running = new Map<string, { readonly cancel: () => void; readonly end: () => void }>();
  readonly #failing: { readonly type: string; readonly exitstatus: string }[] = [];
  #pid = 100_000;

  constructor(clock: LabClock, durationMs: (type: string) => number) {
    this.#clock = clock;
    this.#durationMs = durationMs;
  }

  /** The next task of that type ends with this status and does nothing. */
  fail(type: string, exitstatus: string): void {
    this.#failing.push({ type, exitstatus });
  }

  start(order: TaskOrder): string {
    const { node, type, id = '', user } = order;
    this.#pid += 7;
    const starttime = Math.floor(this.#clock.now() / 1_000);
    const pstart = this.#pid * 13;
    const upid = `UPID:${node}:${hex(this.#pid, 8)}:${hex(pstart, 8)}:${hex(starttime, 8)}:${type}:${id}:${user}:`;
    const task: Task = {
      upid,
      node,
      pid: this.#pid,
      pstart,
      starttime,
      type,
      id,
      user,
      status: 'running',
      log: [],
    };
    task.log.push(`starting ${type}${id === '' ? '' : ` ${id}`}`);
    this.#tasks.set(upid, task);
    for (const [oldest] of this.#tasks) {
      if (this.#tasks.size <= maxTasks) break;
      this.#tasks.delete(oldest);
    }
    const end = () => this.#end(task, order);
    this.#running.set(upid, { end, cancel: this.#clock.after(this.#durationMs(type), end) });
    return upid;
  }

  of(node: string, upid: string): Task {
    const task = this.#tasks.get(upid);
    if (task === undefined || task.node !== node) throw refused('no such task');
    return task;
  }

  list(node?: string): readonly Task[] {
    return [...this.#tasks.values()].filter((task) => node === undefined || task.node === node).reverse();
  }

  /** Stops a task that runs; it ends with `interrupted by signal`. */
  stop(node: string, upid: string): void {
    const { type, status } = this.of(node, upid);
    const running = this.#running.get(upid);
    if (status === 'stopped' || running === undefined) return;
    this.#failing.unshift({ type, exitstatus: 'interrupted by signal' });
    running.cancel();
    running.end();
  }

  #end(task: Task, order: TaskOrder): void {
    if (task.status === 'stopped') return;
    this.#running.delete(task.upid);
    const at = this.#failing.findIndex(({ type }) => type === task.type);
    const failure = at < 0 ? undefined : this.#failing.splice(at, 1)[0];
    let exitstatus = failure?.exitstatus ?? 'OK';
    if (failure === undefined) {
      try {
        order.run();
      } catch (error) {
        exitstatus = error instanceof Error ? error.message : 'unknown error';
      }
    }
    order.ended?.(exitstatus === 'OK');
    task.log.push(exitstatus === 'OK' ? 'TASK OK' : `TASK ERROR: ${exitstatus}`);
    task.status = 'stopped';
    task.exitstatus = exitstatus;
    task.endtime = Math.floor(this.#clock.now() / 1_000);
  }
}
