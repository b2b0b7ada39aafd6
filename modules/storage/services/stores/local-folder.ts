import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { artifactStoreFailed, artifactStoreFull, UNFINISHED_SUFFIX } from '@patchbay/kernel/fabric';
import type { BlobStore } from './blob-store.ts';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** A folder of this machine; with several processes, one that all of them share. */
export class LocalFolder implements BlobStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Written aside, forced to disk, then given its name: a named file is always whole. Each writer has a file of
   * its own aside: two of them may write one name, and either may be killed.
   */
  async write(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.#root, name);
    const aside = `${path}.${randomUUID()}${UNFINISHED_SUFFIX}`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await written(aside, bytes);
      await rename(aside, path);
      await synced(dirname(path));
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw asStoreError(error);
    }
  }

  async read(name: string, most: number): Promise<Buffer | null> {
    try {
      const file = await open(join(this.#root, name), 'r');
      try {
        const { size } = await file.stat();
        const bytes = Buffer.alloc(Math.min(size, most + 1));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (isAbsent(error)) return null;
      throw asStoreError(error);
    }
  }

  /** With it goes what killed writers of it left aside. */
  async remove(name: string): Promise<void> {
    const path = join(this.#root, name);
    try {
      await rm(path, { force: true });
      const beside = await readdir(dirname(path)).catch((error: unknown) =>
        isAbsent(error) ? [] : Promise.reject(error),
      );
      const left = beside.filter(
        (file) => file.startsWith(`${basename(path)}.`) && file.endsWith(UNFINISHED_SUFFIX),
      );
      await Promise.all(left.map((file) => rm(join(dirname(path), file), { force: true })));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#root, { recursive: true, mode: 0o700 });
      await access(this.#root, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw asStoreError(error);
    }
  }
}

async function written(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

const asStoreError = (error: unknown) =>
  FULL.has(codeOf(error))
    ? artifactStoreFull({ message: 'The disk that keeps artifacts is full.', cause: error })
    : artifactStoreFailed({ message: 'The folder that keeps artifacts cannot be used.', cause: error });
