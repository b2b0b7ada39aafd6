import { buffer } from 'node:stream/consumers';

/** Fixed, so that the same files give the same bytes. */
const MODIFIED = new Date('2020-01-01T00:00:00Z');

/** Packs files into a ZIP, ordered by path, the same bytes for the same files. */
export async function writePluginArchive(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const path of [...files.keys()].sort()) {
    const options = { mtime: MODIFIED, mode: 0o100644, forceDosTimestamp: true };
    zip.addBuffer(files.get(path) ?? Buffer.alloc(0), path, options);
  }
  zip.end();
  return buffer(zip.outputStream);
}
