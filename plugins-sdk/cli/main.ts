#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { visibleText } from '@patchbay/sandbox';
import { createPlugin } from './create-command.ts';
import { developPlugin } from './dev-command.ts';
import { packPlugin, signPackage, writeSigningKeys } from './pack-command.ts';
import { testPlugin } from './test-command.ts';

const USAGE = `patchbay-plugin create <id> [folder]       a new plugin that runs as it stands
patchbay-plugin dev [folder]                run it in the sandbox, reload on change, take events from the keyboard
patchbay-plugin test [folder]               check it in the sandbox and replay its recordings
patchbay-plugin pack [folder] [--out file]  make the package
patchbay-plugin sign <package> --key <private.pem> [--out file]
patchbay-plugin sign --new-keys <prefix>    write <prefix>.key.pem and <prefix>.pub.pem`;

/** Plugins write part of what is printed: nothing of it acts on the terminal. */
const shown = (text: string) => text.split('\n').map(visibleText).join('\n');
const print = (line: string) => console.log(shown(line));

async function sign(path: string | undefined, options: { key?: string; out?: string; 'new-keys'?: string }) {
  if (options['new-keys'] !== undefined) await writeSigningKeys(options['new-keys']);
  else if (path === undefined || options.key === undefined) throw new Error(USAGE);
  else print(`signed ${await signPackage(path, options.key, options.out)}`);
}

async function main(argv: string[]): Promise<boolean> {
  const options = {
    out: { type: 'string' },
    key: { type: 'string' },
    'new-keys': { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ args: argv, options, allowPositionals: true });
  const [command, first, second] = positionals;
  const folder = resolve(first ?? '.');
  if (command === 'create' && first !== undefined)
    print((await createPlugin(first, resolve(second ?? first))).join('\n'));
  else if (command === 'dev') await developPlugin(folder, process.stdin, print);
  else if (command === 'test') return testPlugin(folder, print);
  else if (command === 'pack') {
    const { path, digest } = await packPlugin(folder, values.out);
    print(`${path}\n${digest}`);
  } else if (command === 'sign') await sign(first, values);
  else throw new Error(USAGE);
  return true;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error(shown(error instanceof Error ? error.message : String(error)));
  process.exitCode = 2;
}
