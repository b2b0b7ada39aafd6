import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  /** Names of benches; all when empty. */
  readonly names: readonly string[];
  readonly seconds: number;
  readonly rounds: number;
  /** Folder for CPU profiles of the product, or null. */
  readonly profile: string | null;
  /** Folder of the scripts that install and run other products, or null. */
  readonly peers: string | null;
  /** Another checkout of the product, to be measured beside this one, or null. */
  readonly beside: string | null;
}

/** Reads `[name ...] [--seconds n] [--rounds n] [--profile folder] [--peers folder] [--beside checkout]`; throws for anything else. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      profile: { type: 'string' },
      peers: { type: 'string' },
      beside: { type: 'string' },
    },
  });
  return {
    names: positionals,
    seconds: numberOf('seconds', values.seconds),
    rounds: numberOf('rounds', values.rounds),
    profile: values.profile ?? null,
    peers: values.peers === undefined ? null : resolve(values.peers),
    beside: values.beside === undefined ? null : resolve(values.beside),
  };
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 3_600))
    throw new Error(`--${name} takes a number from 1 to 3600, not "${text}"`);
  return value;
}
