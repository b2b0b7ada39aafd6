import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Line } from './bench.ts';
import type { Options } from './options.ts';
import { ask, nextMessage } from './processes/message.ts';
import { startNode } from './processes/processes.ts';
import { alternate } from './rounds.ts';
import type { Stage } from './stage.ts';
import { median, ratiosOf } from './statistics.ts';

/** A bench that is silent for longer is given up. */
const ROUND_MS = 10 * 60_000;

/** Another checkout of the product, with its packages installed. */
export interface OtherCheckout {
  readonly benches: readonly string[];
  readonly child: ChildProcess;
}

/** Starts the benches of another checkout in a process of its own. Throws when it has none. */
export async function openCheckout(folder: string, options: Options): Promise<OtherCheckout> {
  if (!existsSync(join(folder, 'test', 'bench', 'stage.ts')))
    throw new Error(`${folder} is no checkout with benches: it has no test/bench/stage.ts`);
  const host = join(import.meta.dirname, 'hosts', 'checkout-host.ts');
  const child = startNode([host, folder, JSON.stringify(options)], null, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { benches } = await nextMessage<{ readonly benches: readonly string[] }>(child);
  return { benches, child };
}

/**
 * Runs a bench here and there in turns, round by round, so that what drifts on the machine hits both alike. The
 * figures of the other checkout stand as the floor; each checkout's ratio to its own floor stands in the note.
 */
export async function runBeside(
  bench: Bench,
  stage: Stage,
  { benches, child }: OtherCheckout,
  rounds: number,
): Promise<readonly Line[]> {
  if (!benches.includes(bench.name)) throw new Error(`The other checkout has no bench ${bench.name}.`);
  const { product: here, floor: there } = await alternate<readonly Line[]>(rounds, {
    floor: () => ask<readonly Line[]>(child, bench.name, ROUND_MS),
    product: () => bench.run(stage),
  });
  return (here[0] ?? []).map(({ name, unit }) => {
    const [ours, theirs] = [linesOf(here, name), linesOf(there, name)];
    return {
      name,
      unit,
      floor: theirs.map(({ product }) => median(product)),
      product: ours.map(({ product }) => median(product)),
      bar: null,
      note: `Beside its own floor ${ratioOf(ours)} here, ${ratioOf(theirs)} there.`,
    };
  });
}

const linesOf = (rounds: readonly (readonly Line[])[], name: string): readonly Line[] =>
  rounds.flatMap((lines) => lines.filter((line) => line.name === name));

function ratioOf(lines: readonly Line[]): string {
  const ratios = lines.flatMap(({ product, floor }) => ratiosOf(product, floor));
  return ratios.length === 0 ? '-' : `${median(ratios).toFixed(2)}x`;
}
