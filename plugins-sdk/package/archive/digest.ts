import { createHash } from 'node:crypto';

/** Name of the detached signature inside a package; it covers every other file. */
export const SIGNATURE_FILE = 'signature';

const PURPOSE = 'patchbay-plugin-package-v1\n';

/** The bytes that are signed: a purpose line, then hash and path of each other file, ordered by path. */
export function signedStatement(files: ReadonlyMap<string, Buffer>): Buffer {
  const paths = [...files.keys()].filter((path) => path !== SIGNATURE_FILE);
  paths.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const lines = paths.map((path) => `${sha256(files.get(path) ?? Buffer.alloc(0))} ${path}\n`);
  return Buffer.from(PURPOSE + lines.join(''));
}

/** Names the content of a package, however it was zipped: SHA-256 of the signed statement, in hex. */
export const contentDigest = (files: ReadonlyMap<string, Buffer>): string => sha256(signedStatement(files));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
