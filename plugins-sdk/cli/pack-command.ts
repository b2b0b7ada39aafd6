import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contentDigest,
  createSigningKeys,
  readPluginArchive,
  SIGNATURE_FILE,
  signFiles,
  unpackArchive,
  writePluginArchive,
} from '../package/index.ts';
import { openLocalPlatform } from './local-platform.ts';
import { BUILT_ENTRY, buildPlugin } from './project.ts';

/** Files beside the code that go along when they exist. */
const COMPANIONS = ['README.md', 'LICENSE', 'CHANGELOG.md'];

/** Builds and packs a plugin folder; the result is read back as the platform would. Returns its path. */
export async function packPlugin(
  folder: string,
  out: string | undefined,
): Promise<{ path: string; digest: string }> {
  const platform = openLocalPlatform();
  try {
    const { manifest, code } = await buildPlugin(folder, platform.sandbox);
    const files = new Map([
      ['plugin.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
      [BUILT_ENTRY, Buffer.from(code)],
    ]);
    for (const name of COMPANIONS) {
      const content = await readFile(join(folder, name)).catch(() => null);
      if (content !== null) files.set(name, content);
    }
    const archive = await writePluginArchive(files);
    const { digest } = await readPluginArchive(archive);
    const path = out ?? join(folder, `${manifest.id}-${manifest.version}.zip`);
    await writeFile(path, archive);
    return { path, digest };
  } finally {
    await platform.sandbox.dispose();
  }
}

/** Adds or replaces the signature of a packed plugin. Returns the digest that was signed. */
export async function signPackage(path: string, keyFile: string, out: string | undefined): Promise<string> {
  const files = await unpackArchive(await readFile(path));
  files.set(SIGNATURE_FILE, signFiles(files, await readFile(keyFile, 'utf8')));
  await writeFile(out ?? path, await writePluginArchive(files));
  return contentDigest(files);
}

/** Writes `<prefix>.key.pem`, readable by its owner only, and `<prefix>.pub.pem`; overwrites neither. */
export async function writeSigningKeys(prefix: string): Promise<void> {
  const { privateKey, publicKey } = createSigningKeys();
  await writeFile(`${prefix}.key.pem`, privateKey, { mode: 0o600, flag: 'wx' });
  await writeFile(`${prefix}.pub.pem`, publicKey, { flag: 'wx' });
}
