import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import type { PluginManifest } from '../manifest.ts';
import { PluginPackageError } from '../package-error.ts';
import { readManifest } from '../read-manifest.ts';
import { contentDigest, SIGNATURE_FILE } from './digest.ts';
import { archiveBounds, judgeEntry } from './entry-rules.ts';

/** A package, read and checked, wholly in memory. */
export interface PluginArchive {
  readonly manifest: PluginManifest;
  /** Text of the entry script. */
  readonly code: string;
  readonly files: ReadonlyMap<string, Buffer>;
  /** Names the content; see `contentDigest`. */
  readonly digest: string;
  /** Base64 of the detached signature, when there is one; `findSigner` verifies it. */
  readonly signature: string | null;
}

const MANIFEST_FILE = 'plugin.json';
const MANIFEST_BYTES = 512 * 1024;

/** Unpacks a ZIP of at most 50 MB and 2,000 entries. Throws `archive_invalid`, `archive_too_large`, `archive_unsafe`. */
export async function unpackArchive(buffer: Buffer): Promise<Map<string, Buffer>> {
  if (buffer.length > archiveBounds.bytes) throw tooLarge();
  const { fromBufferPromise } = await import('yauzl');
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(buffer, {
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    });
  } catch (error) {
    throw invalid(error);
  }
  if (zip.entryCount > archiveBounds.entries)
    throw new PluginPackageError('archive_too_large', 'Too many entries');
  try {
    return await readEntries(zip);
  } catch (error) {
    throw error instanceof PluginPackageError ? error : invalid(error);
  } finally {
    zip.close();
  }
}

/** Reads a package. Throws a `PluginPackageError`; never more than one copy of the content is held. */
export async function readPluginArchive(buffer: Buffer): Promise<PluginArchive> {
  const files = await unpackArchive(buffer);
  const manifest = readManifest(parseManifest(files.get(MANIFEST_FILE)));
  const code = files.get(manifest.entry);
  if (code === undefined) throw new PluginPackageError('archive_invalid', `No file ${manifest.entry}`);
  const signature = files.get(SIGNATURE_FILE)?.toString('latin1').trim() ?? null;
  return { manifest, code: code.toString('utf8'), files, digest: contentDigest(files), signature };
}

function parseManifest(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) throw new PluginPackageError('archive_invalid', `No file ${MANIFEST_FILE}`);
  if (bytes.length > MANIFEST_BYTES)
    throw new PluginPackageError('manifest_invalid', 'plugin.json is too large');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new PluginPackageError('manifest_invalid', 'plugin.json is no JSON');
  }
}

function readEntries(zip: ZipFile): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const seen = new Set<string>();
  let total = 0;
  return new Promise((resolve, reject) => {
    const take = async (entry: Entry) => {
      const isFolder = judgeEntry(entry);
      const folded = entry.fileName.toLowerCase();
      if (seen.has(folded)) throw new PluginPackageError('archive_unsafe', 'Two entries have the same path');
      seen.add(folded);
      total += entry.uncompressedSize;
      if (total > archiveBounds.bytes || seen.size > archiveBounds.entries) throw tooLarge();
      if (!isFolder) files.set(entry.fileName, await readEntry(zip, entry));
      zip.readEntry();
    };
    zip.on('entry', (entry: Entry) => void take(entry).catch(reject));
    zip.once('end', () => resolve(files));
    zip.once('error', reject);
    zip.readEntry();
  });
}

/** yauzl counts the bytes against the header, which `judgeEntry` bounded, so a lying header ends in an error; the checksum it leaves to us. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32)
    throw new PluginPackageError(
      'archive_invalid',
      `${JSON.stringify(entry.fileName.slice(0, 80))} has a wrong CRC`,
    );
  return content;
}

const tooLarge = () => new PluginPackageError('archive_too_large', 'More than 50 MB');
const invalid = (error: unknown) =>
  new PluginPackageError(
    'archive_invalid',
    error instanceof Error ? error.message.slice(0, 200) : 'Not a ZIP file',
  );
