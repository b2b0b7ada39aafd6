import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { FileLine } from './format.ts';

/** Puts artifacts back below a folder, and nowhere else; one that is there already is written anew. */
export class FileWriter {
  readonly #folder: string;
  #current: string | undefined;
  #count = 0;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  /** Files put so far. */
  get count(): number {
    return this.#count;
  }

  async take({ file, base64 }: FileLine): Promise<void> {
    const path = resolve(this.#folder, file);
    if (relative(this.#folder, path).startsWith('..'))
      throw new CommandError(`${file} leads out of its folder.`);
    if (file !== this.#current) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, '', { mode: 0o600 });
      this.#current = file;
      this.#count += 1;
    }
    await appendFile(path, Buffer.from(base64, 'base64'));
  }
}
