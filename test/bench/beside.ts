import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stopProcess } from '../kit/stop-process.ts';
import { atLeast, atMost, type Bar, type Bench, type Line } from './bench.ts';
import type { Options } from './options.ts';
import { nextMessage } from './processes/message.ts';
import { startNode } from './processes/processes.ts';
import { alternate } from './rounds.ts';
import { median, ratiosOf } from './statistics.ts';

const HERE = join(import.meta.dirname, '..', '..');
const HOST = join(import.meta.dirname, 'hosts', 'checkout-host.ts');
/** One round of a bench that takes longer is given up. */
const ROUND_MS = 10 * 60_000;
/** A round stops its products and its PostgreSQL. */
const STOP_MS = 90_000;
/** Beyond it a difference counts. */
const TOLERANCE = 0.05;

type Answer = { readonly lines: readonly Line[] } | { readonly error: string };

/**
 * Runs benches here and in another checkout in turns, so that what drifts on the machine hits both alike. Each round
 * has a process, a database and products of its own, in either checkout.
 */
export class CheckoutComparison {
  readonly #folder: string;
  readonly #options: Options;
  #running: ChildProcess | undefined;

  /** Throws when the folder has no benches. */
  constructor(folder: string, options: Options) {
    if (!existsSync(join(folder, 'test', 'bench', 'stage.ts')))
      throw new Error(`${folder} is no checkout with benches: it has no test/bench/stage.ts`);
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * The figures of the other checkout stand as the floor; each checkout's ratio to its own floor and its last note
   * stand in the note. Throws when a round fails on either side.
   */
  async run({ name }: Pick<Bench, 'name'>): Promise<readonly Line[]> {
    const { product: here, floor: there } = await alternate<readonly Line[]>(this.#options.rounds, {
      floor: () => this.#round(this.#folder, name),
      product: () => this.#round(HERE, name),
    });
    return (here[0] ?? []).map((line) => {
      const [ours, theirs] = [linesOf(here, line), linesOf(there, line)];
      return {
        name: line.name,
        unit: line.unit,
        floor: theirs.map(({ product }) => median(product)),
        product: ours.map(({ product }) => median(product)),
        bar: theirs.length === 0 ? null : besideBar(line),
        note: `${noteOf('Here', ours)} ${noteOf('There', theirs)}`,
      };
    });
  }

  /** Ends the round under way, and what it started. */
  async close(): Promise<void> {
    if (this.#running) await stopProcess(this.#running, STOP_MS);
  }

  async #round(folder: string, name: string): Promise<readonly Line[]> {
    const options = JSON.stringify({ ...this.#options, names: [name], rounds: 1, beside: null });
    const child = startNode([HOST, folder, name, options], null, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#running = child;
    try {
      const answer = await nextMessage<Answer>(child, ROUND_MS);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if ('error' in answer) throw new Error(`${folder}: ${answer.error}`);
      return answer.lines;
    } finally {
      await stopProcess(child, STOP_MS);
      this.#running = undefined;
    }
  }
}

/** Not worse than there: what the bench's own bar wants more or less of, or a rate. */
function besideBar({ bar, unit }: Line): Bar | null {
  if (bar?.at === 'most') return atMost(1 + TOLERANCE);
  return bar !== null || unit.endsWith('/s') ? atLeast(1 - TOLERANCE) : null;
}

const linesOf = (rounds: readonly (readonly Line[])[], { name }: Line): readonly Line[] =>
  rounds.flatMap((lines) => lines.filter((line) => line.name === name));

function noteOf(side: string, lines: readonly Line[]): string {
  const ratios = lines.flatMap(({ product, floor }) => ratiosOf(product, floor));
  const ratio = ratios.length === 0 ? 'no ratio' : `${median(ratios).toFixed(2)}x`;
  return `${side}: ${ratio} beside its own floor. ${lines.at(-1)?.note ?? ''}`.trim();
}
