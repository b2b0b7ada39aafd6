import { buffer } from 'node:stream/consumers';
import t from 'tap';
import { type Options, ZipFile } from 'yazl';
import {
  createSigningKeys,
  findSigner,
  readPluginArchive,
  SIGNATURE_FILE,
  signFiles,
  unpackArchive,
  writePluginArchive,
} from '../package/index.ts';

const manifest = {
  manifest_version: 1,
  id: 'demo',
  name: 'Demo',
  version: '1.0.0',
  sdk: 1,
  entry: 'plugin.js',
};
const plugin = () =>
  new Map<string, Buffer>([
    ['plugin.json', Buffer.from(JSON.stringify(manifest))],
    ['plugin.js', Buffer.from('definePlugin({})')],
  ]);

async function zipOf(entries: readonly [string, Buffer, Partial<Options>?][]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content, options] of entries) zip.addBuffer(content, path, options ?? {});
  zip.end();
  return buffer(zip.outputStream);
}

/** The same bytes with every occurrence of one text replaced by another of equal length. */
function rewritten(bytes: Buffer, from: string, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}

t.test('a package is read back as it was written, and its digest names the content', async (t) => {
  const written = await writePluginArchive(plugin());
  const archive = await readPluginArchive(written);
  t.equal(archive.manifest.id, 'demo');
  t.equal(archive.code, 'definePlugin({})');
  t.equal(archive.signature, null);
  t.match(archive.digest, /^[0-9a-f]{64}$/);
  const zippedOtherwise = await zipOf(
    [...plugin()].reverse().map(([path, content]) => [path, content, { compress: false }]),
  );
  t.equal((await readPluginArchive(zippedOtherwise)).digest, archive.digest);
  const changed = plugin().set('plugin.js', Buffer.from('definePlugin({ })'));
  t.not((await readPluginArchive(await writePluginArchive(changed))).digest, archive.digest);
});

t.test('hostile archives are refused', async (t) => {
  const content = Buffer.from('x'.repeat(50));
  const plain = await zipOf([['aa/b.txt', content, { compress: false }]]);
  const encrypted = Buffer.from(plain);
  encrypted.writeUInt16LE(1, encrypted.indexOf('PK\x01\x02') + 8);
  const hostile: [string, Buffer, string][] = [
    ['traversal', rewritten(plain, 'aa/b.txt', '../b.txt'), 'archive_'],
    ['absolute path', rewritten(plain, 'aa/b.txt', '/a/b.txt'), 'archive_'],
    ['backslash', rewritten(plain, 'aa/b.txt', 'aa\\b.txt'), 'archive_'],
    ['hidden file', rewritten(plain, 'aa/b.txt', '.a/b.txt'), 'archive_unsafe'],
    ['control character', rewritten(plain, 'aa/b.txt', 'aa/\n.txt'), 'archive_unsafe'],
    [
      'symbolic link',
      await zipOf([['link', Buffer.from('/etc/passwd'), { mode: 0o120777 }]]),
      'archive_unsafe',
    ],
    ['device', await zipOf([['null', content, { mode: 0o020666 }]]), 'archive_unsafe'],
    ['encryption', encrypted, 'archive_'],
    ['bomb', await zipOf([['zeros', Buffer.alloc(20 * 1024 * 1024)]]), 'archive_unsafe'],
    [
      'two of a name',
      rewritten(
        await zipOf([
          ['a.txt', content],
          ['b.txt', content],
        ]),
        'b.txt',
        'A.txt',
      ),
      'archive_unsafe',
    ],
    [
      'too many',
      await zipOf(Array.from({ length: 2_001 }, (_, at) => [`f${at}`, Buffer.alloc(0)])),
      'archive_too_large',
    ],
    ['too large', Buffer.alloc(50 * 1024 * 1024 + 1), 'archive_too_large'],
    ['lying size', lyingSize(plain), 'archive_'],
    ['wrong checksum', wrongChecksum(plain), 'archive_invalid'],
    ['altered content', rewritten(plain, 'xxxxx', 'xxyxx'), 'archive_invalid'],
    ['no zip', Buffer.from('hello'), 'archive_invalid'],
    ['nothing', Buffer.alloc(0), 'archive_invalid'],
    ['cut off', plain.subarray(0, plain.length - 30), 'archive_invalid'],
  ];
  for (const [what, bytes, code] of hostile) {
    const error: { code?: string } | null = await unpackArchive(bytes).then(
      () => null,
      (thrown: object) => thrown,
    );
    t.ok(error?.code?.startsWith(code), `${what}: ${error?.code}`);
  }
});

function lyingSize(plain: Buffer): Buffer {
  const bytes = Buffer.from(plain);
  bytes.writeUInt32LE(40, bytes.indexOf('PK\x01\x02') + 24);
  return bytes;
}

function wrongChecksum(plain: Buffer): Buffer {
  const bytes = Buffer.from(plain);
  bytes.writeUInt32LE(1, bytes.indexOf('PK\x01\x02') + 16);
  return bytes;
}

t.test('flipped bytes never do more than refuse', async (t) => {
  const whole = await writePluginArchive(plugin());
  for (let at = 0; at < whole.length; at += 3) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    const error: { name?: string } | null = await readPluginArchive(bytes).then(
      () => null,
      (thrown: object) => thrown,
    );
    if (error !== null && error.name !== 'PluginPackageError') t.fail(`byte ${at}: ${String(error)}`);
  }
});

t.test('a package without manifest, entry or sense is refused', async (t) => {
  const files = (change: (files: Map<string, Buffer>) => void) => {
    const all: Map<string, Buffer> = plugin();
    change(all);
    return writePluginArchive(all);
  };
  await t.rejects(readPluginArchive(await files((all) => all.delete('plugin.json'))), {
    code: 'archive_invalid',
  });
  await t.rejects(readPluginArchive(await files((all) => all.delete('plugin.js'))), {
    code: 'archive_invalid',
  });
  await t.rejects(readPluginArchive(await files((all) => all.set('plugin.json', Buffer.from('{')))), {
    code: 'manifest_invalid',
  });
});

t.test('a signature covers every other file and is found by the pinned keys alone', async (t) => {
  const [ours, other] = [createSigningKeys(), createSigningKeys()];
  const files = plugin();
  t.equal(findSigner(files, [ours.publicKey]), -1);
  files.set(SIGNATURE_FILE, signFiles(files, ours.privateKey));
  const archive = await readPluginArchive(await writePluginArchive(files));
  t.equal(findSigner(archive.files, [other.publicKey, ours.publicKey]), 1);
  t.equal(findSigner(archive.files, [other.publicKey]), -1);
  t.equal(findSigner(archive.files, []), -1);
  const added = new Map(archive.files).set('extra.js', Buffer.from('1'));
  t.equal(findSigner(added, [ours.publicKey]), -1);
  const changed = new Map(archive.files).set('plugin.js', Buffer.from('2'));
  t.equal(findSigner(changed, [ours.publicKey]), -1);
  t.throws(() => signFiles(files, 'no key'), { code: 'signature_invalid' });
});
