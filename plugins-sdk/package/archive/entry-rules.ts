import type { Entry } from 'yauzl';
import { PluginPackageError } from '../package-error.ts';

/** Bounds of a package (a ZIP file). */
export const archiveBounds = {
  bytes: 50 * 1024 * 1024,
  entries: 2_000,
  /** Unpacked to packed size of one file; files under 4 KiB are not judged. */
  ratio: 100,
  pathLength: 200,
  segments: 10,
} as const;

const FILE_KIND = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const SEGMENT = /^[A-Za-z0-9@_+(][A-Za-z0-9@_+(). -]*$/;
const SMALL_FILE_BYTES = 4 * 1024;

const unsafe = (entry: Entry, why: string) =>
  new PluginPackageError('archive_unsafe', `${JSON.stringify(entry.fileName.slice(0, 80))} ${why}`);

/** Refuses an entry by its header alone, before a byte of it is unpacked. Returns whether it is a folder. */
export function judgeEntry(entry: Entry): boolean {
  const isFolder = entry.fileName.endsWith('/');
  const path = isFolder ? entry.fileName.slice(0, -1) : entry.fileName;
  const segments = path.split('/');
  if (path.length > archiveBounds.pathLength || segments.length > archiveBounds.segments)
    throw unsafe(entry, 'is too long a path');
  if (segments.some((segment) => !SEGMENT.test(segment) || segment.endsWith('.') || segment.endsWith(' ')))
    throw unsafe(entry, 'is not a plain relative path');
  const kind = (entry.externalFileAttributes >>> 16) & FILE_KIND;
  if (kind !== 0 && kind !== REGULAR && kind !== FOLDER) throw unsafe(entry, 'is neither file nor folder');
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw unsafe(entry, 'is encrypted');
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw unsafe(entry, 'is packed in an unknown way');
  const most = Math.max(SMALL_FILE_BYTES, entry.compressedSize * archiveBounds.ratio);
  if (entry.uncompressedSize > most)
    throw unsafe(entry, `unpacks to more than ${archiveBounds.ratio} times its size`);
  return isFolder;
}
