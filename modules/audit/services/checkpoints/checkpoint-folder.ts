import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Service } from '@patchbay/kernel/di';
import type { Logger } from '@patchbay/kernel/telemetry';

/** Signed position of an organization's chain, as the head in the database is. */
export interface Checkpoint {
  readonly organization_id: string;
  readonly sequence: number;
  readonly chain_mac: string;
  readonly head_mac: string;
  readonly made_at: string;
}

const SUFFIX = '.json';
const ID = /^[0-9a-f-]{36}$/;

/** One signed checkpoint per organization, in a folder outside the database. */
export class CheckpointFolder extends Service<{ folder: string; logger: Pick<Logger, 'error'> }> {
  /**
   * Null when there is none, or, with a line in the log, for a file that is none. Throws when the file cannot be
   * read.
   */
  async read(organization_id: string): Promise<Checkpoint | null> {
    const text = await readFile(this.#file(organization_id), 'utf8').catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    });
    if (text === null) return null;
    const value = parsed(text);
    if (isCheckpoint(value) && value.organization_id === organization_id) return value;
    const message = 'an audit checkpoint cannot be read and proves nothing; the next one takes its place';
    this.parts.logger.error(message, { organization_id });
    return null;
  }

  /** Organizations with a checkpoint. */
  async organizations(): Promise<readonly string[]> {
    const names = await readdir(this.parts.folder).catch((error: unknown) => {
      if (isAbsent(error)) return [];
      throw error;
    });
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .filter((id) => ID.test(id));
  }

  /** Replaces the checkpoint of its organization whole; a process killed meanwhile leaves the former one. */
  async keep(checkpoint: Checkpoint): Promise<void> {
    await mkdir(this.parts.folder, { recursive: true, mode: 0o700 });
    const file = this.#file(checkpoint.organization_id);
    const draft = `${file}.${process.pid}.draft`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(checkpoint)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file).catch(async (error: unknown) => {
      await rm(draft, { force: true });
      throw error;
    });
  }

  #file(organization_id: string): string {
    if (!ID.test(organization_id)) throw new Error('a checkpoint is named after the id of an organization');
    return join(this.parts.folder, `${organization_id}${SUFFIX}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false;
  const { sequence, ...texts } = value as Readonly<Record<string, unknown>>;
  return (
    Number.isSafeInteger(sequence) &&
    ['organization_id', 'chain_mac', 'head_mac', 'made_at'].every((name) => typeof texts[name] === 'string')
  );
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
