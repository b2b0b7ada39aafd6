import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type LocalPlatform, openLocalPlatform } from './local-platform.ts';
import { buildPlugin } from './project.ts';
import { readRecording } from './recordings.ts';
import { Session } from './session.ts';
import { watchFolder } from './watch-folder.ts';

const HELP = [
  'event <type> <payload>     hand an event to the handlers it concerns',
  'call <operation> <input>   run a read operation',
  'tool <name> <input>        run an AI tool',
  'replay <name>              run recordings/<name>.json',
  'state                      show the stored state of the plugin',
  'quit',
];
const QUIET_MS = 100;

/** Keeps a plugin loaded in the real sandbox, reloads it when a file changes, and takes commands from lines. */
class DevLoop {
  readonly #folder: string;
  readonly #print: (line: string) => void;
  readonly #platform: LocalPlatform = openLocalPlatform();
  #session: Session | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(folder: string, print: (line: string) => void) {
    this.#folder = folder;
    this.#print = print;
  }

  /** One thing after the other: a reload never overtakes a command. */
  enqueue(step: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(step)
      .catch((error: unknown) => this.#print(`! ${(error as Error).message}`));
    return this.#work;
  }

  async reload(): Promise<void> {
    const { manifest } = await buildPlugin(this.#folder, this.#platform.sandbox);
    this.#platform.sandbox.release(manifest.id);
    this.#platform.use(manifest);
    this.#session = new Session(this.#platform, manifest);
    const { operations, tools, permissions } = manifest;
    const counts = `${permissions.events.length} event patterns, ${operations.length} operations, ${tools.length} tools`;
    this.#print(`loaded ${manifest.id} ${manifest.version}: ${counts}`);
  }

  async command(line: string): Promise<void> {
    const [, verb = '', name = '', rest = ''] = /^\s*(\S*)\s*(\S*)\s*(.*)$/s.exec(line) ?? [];
    const session = this.#session;
    if (verb === '') return;
    if (verb === 'state')
      return this.#print(JSON.stringify(Object.fromEntries(this.#platform.state), null, 2));
    if (session === null) return this.#print('! The plugin did not load yet');
    if (verb === 'replay') return this.#replay(name);
    const data: unknown = rest === '' ? {} : JSON.parse(rest);
    if (verb === 'event') this.#show((await session.event(name, data)).lines);
    else if (verb === 'call') this.#show((await session.ask('operation', name, data)).lines);
    else if (verb === 'tool') this.#show((await session.ask('tool', name, data)).lines);
    else this.#show(HELP);
  }

  close(): Promise<void> {
    return this.#platform.sandbox.dispose();
  }

  async #replay(name: string): Promise<void> {
    for (const step of await readRecording(join(this.#folder, 'recordings', `${name}.json`))) {
      if ('event' in step) await this.command(`event ${step.event} ${JSON.stringify(step.payload)}`);
      else if ('operation' in step)
        await this.command(`call ${step.operation} ${JSON.stringify(step.input)}`);
      else await this.command(`tool ${step.tool} ${JSON.stringify(step.input)}`);
    }
  }

  #show(lines: readonly string[]): void {
    for (const line of [...lines, ...this.#platform.faults.splice(0).map((fault) => `! fault ${fault}`)])
      this.#print(line);
  }
}

/** Runs until the input ends or says `quit`. */
export async function developPlugin(
  folder: string,
  input: NodeJS.ReadableStream,
  print: (line: string) => void,
): Promise<void> {
  const loop = new DevLoop(folder, print);
  let quiet: NodeJS.Timeout | undefined;
  const watcher = watchFolder(folder, () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => void loop.enqueue(() => loop.reload()), QUIET_MS);
  });
  await loop.enqueue(() => loop.reload());
  for await (const line of createInterface({ input })) {
    if (line.trim() === 'quit') break;
    await loop.enqueue(() => loop.command(line));
  }
  clearTimeout(quiet);
  watcher.close();
  await loop.close();
}
