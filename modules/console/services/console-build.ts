import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { notFound } from '@patchbay/kernel/errors';
import type { ConsoleSettings } from '../config.ts';
import { consoleNotBuilt } from '../errors.ts';
import { encodingFor } from './encoding.ts';
import type { Asset, Manifest } from './manifest.ts';

/** A file on its way to a browser. */
export interface ServedAsset {
  readonly type: string;
  /** `identity` for the file as it is. */
  readonly encoding: 'br' | 'gzip' | 'identity';
  readonly bytes: number;
  readonly content: Readable;
}

const own = (assets: Manifest['assets'], name: string): Asset | undefined =>
  Object.hasOwn(assets, name) ? assets[name] : undefined;

/** Made by `build/main.ts`. */
const OWN_DIST = join(import.meta.dirname, '..', 'dist');
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const;

/** The built console on the disk. Only its manifest is kept; a build that replaces it is seen with the next page. */
export class ConsoleBuild {
  readonly #folder: string;
  #read: { readonly changedMs: number; readonly manifest: Manifest } | undefined;

  constructor({ config }: { readonly config: ConsoleSettings }) {
    this.#folder = config.CONSOLE_DIST ?? OWN_DIST;
  }

  /** Throws `consoleNotBuilt` where there is none. */
  async manifest(): Promise<Manifest> {
    const file = join(this.#folder, 'manifest.json');
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) throw consoleNotBuilt();
    if (this.#read?.changedMs !== found.mtimeMs) {
      const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'));
      this.#read = { changedMs: found.mtimeMs, manifest };
    }
    return this.#read.manifest;
  }

  /** Opens the file of that name in the encoding that the caller prefers; the manifest names all that there are. */
  async asset(name: string, acceptEncoding: string | undefined): Promise<ServedAsset> {
    const { assets, former = {} } = await this.manifest();
    const asset = own(assets, name) ?? own(former, name);
    if (asset === undefined) throw notFound();
    const encoding = encodingFor(acceptEncoding, asset);
    const file = await this.#open(name + ENDINGS[encoding]);
    const bytes = (encoding === 'identity' ? undefined : asset[encoding]) ?? asset.bytes;
    return { type: asset.type, encoding, bytes, content: file.createReadStream() };
  }

  /** A build that just replaced this one may have taken the file away. */
  #open(name: string): Promise<FileHandle> {
    return open(join(this.#folder, 'assets', name)).catch(() => {
      throw notFound();
    });
  }
}
