import type { RouterDevice } from './device.ts';
import type { Row } from './tables.ts';
import { parseInterval } from './values/intervals.ts';

interface Planned {
  readonly interval: string;
  readonly cancel: () => void;
}

export interface SchedulerParts {
  readonly device: RouterDevice;
  /** Runs one console command (`/system/backup/load`); what it refuses is the script's own misfortune. */
  readonly run: (path: string, given: Readonly<Record<string, string>>) => void;
  /** False while the router has no power. */
  readonly isOn: () => boolean;
}

const MENU = '/system/scheduler';
const maxPlanned = 1_000;
const maxCommands = 100;

/**
 * Runs the entries of `/system/scheduler` that have an interval, on the lab clock and from the moment the entry came
 * to be. Times of day are kept and not run; scripts are the plain commands in them, one per line or semicolon.
 */
export class RouterScheduler {
  readonly #parts: SchedulerParts;
  readonly #planned = new Map<string, Planned>();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** After the configuration may have changed: plans what is new, forgets what is gone. */
  refresh(): void {
    const rows = this.#parts.device.tables.rows(MENU).filter((row) => intervalOf(row) > 0);
    const wanted = new Map(rows.map((row) => [row['.id'] ?? '', row]));
    for (const [id, { interval, cancel }] of this.#planned) {
      if (wanted.get(id)?.['interval'] === interval) continue;
      cancel();
      this.#planned.delete(id);
    }
    for (const [id, row] of wanted) if (!this.#planned.has(id)) this.#plan(id, row);
  }

  #plan(id: string, row: Row): void {
    if (this.#planned.size >= maxPlanned) return;
    const { device } = this.#parts;
    const durationMs = intervalOf(row);
    const cancel = device.clock.after(durationMs, () => this.#ring(id));
    this.#planned.set(id, { interval: row['interval'] ?? '', cancel });
    const next = new Date(device.clock.now() + durationMs).toISOString().slice(0, 19).replace('T', ' ');
    device.tables.update(MENU, row, { 'next-run': next });
  }

  #ring(id: string): void {
    this.#planned.delete(id);
    const { device, isOn } = this.#parts;
    const row = device.tables.find(MENU, id);
    if (row !== undefined && isOn()) {
      device.tables.update(MENU, row, { 'run-count': String(Number(row['run-count'] ?? 0) + 1) });
      for (const [path, given] of commandsIn(this.#script(row['on-event'] ?? '')))
        this.#parts.run(path, given);
    }
    this.refresh();
  }

  /** An event is the name of a script, or a script itself. */
  #script(event: string): string {
    const script = this.#parts.device.tables.rows('/system/script').find((row) => row['name'] === event);
    return script?.['source'] ?? event;
  }
}

const intervalOf = (row: Row): number =>
  row['disabled'] === 'true' ? 0 : (parseInterval(row['interval'] ?? '') ?? 0);

/** `/system backup load name=x password=""` is the command `/system/backup/load` and its arguments. */
function commandsIn(source: string): readonly (readonly [string, Readonly<Record<string, string>>])[] {
  return source
    .split(/[\n;]/)
    .slice(0, maxCommands)
    .map((line) => line.match(/(?:[^\s"]|"[^"]*")+/g) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => {
      const path = words.filter((word) => !word.includes('='));
      const given = words.filter((word) => word.includes('=')).map((word) => argument(word));
      return [`/${path.join('/')}`.replace(/\/+/g, '/'), Object.fromEntries(given)];
    });
}

function argument(word: string): readonly [string, string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1).replaceAll('"', '')];
}
