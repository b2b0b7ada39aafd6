import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  /** Names of benches; all when empty. */
  readonly names: readonly string[];
  readonly seconds: number;
  readonly rounds: number;
  /** Whether each bench only shows that it works: a second or so, a few of everything, figures that mean nothing. */
  readonly isBrief: boolean;
  /** Folder for CPU profiles of the product, or null. */
  readonly profile: string | null;
  /** Folder of the scripts that install and run other products, or null. */
  readonly peers: string | null;
  /** Whether pages of the console are judged by Lighthouse, too; npm fetches it for that. */
  readonly lighthouse: boolean;
  /** Another checkout, whose benches are run in turns with this one's, or null. */
  readonly beside: string | null;
}

/** Reads `[name ...] [--brief] [--seconds n] [--rounds n] [--profile folder] [--peers folder] [--lighthouse] [--beside checkout]`; throws for anything else. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      brief: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      profile: { type: 'string' },
      peers: { type: 'string' },
      lighthouse: { type: 'boolean', default: false },
      beside: { type: 'string' },
    },
  });
  return {
    names: positionals,
    isBrief: values.brief,
    seconds: numberOf('seconds', values.seconds ?? (values.brief ? '0.3' : '5')),
    rounds: numberOf('rounds', values.rounds ?? (values.brief ? '1' : '3')),
    profile: values.profile ?? null,
    peers: values.peers === undefined ? null : resolve(values.peers),
    lighthouse: values.lighthouse,
    beside: values.beside === undefined ? null : resolve(values.beside),
  };
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 3_600))
    throw new Error(`--${name} takes a number from 1 to 3600, not "${text}"`);
  return value;
}
