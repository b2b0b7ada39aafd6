import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { artifactStoreFailed } from '@patchbay/kernel/fabric';
import { GuardedOutbound, SystemResolver } from '@patchbay/kernel/outbound';
import { Secret } from '@patchbay/kernel/secrets';
import { systemClock } from '@patchbay/kernel/telemetry';
import t, { type Test } from 'tap';
import { type BlobStore, blobName } from '../services/stores/blob-store.ts';
import { LocalFolder } from '../services/stores/local-folder.ts';
import { S3Bucket, type S3Settings } from '../services/stores/s3-bucket.ts';
import { BUCKET, KEYS, startS3 } from './support/s3-server.ts';

const bytes = Buffer.from('the bytes of a picture');
const nameFor = (content: Buffer): string =>
  blobName({
    organization_id: randomUUID(),
    id: randomUUID(),
    sha256: createHash('sha256').update(content).digest('hex'),
  });

const outbound = new GuardedOutbound(new SystemResolver(systemClock), systemClock);
t.teardown(() => outbound.dispose());
const bucketAt = (endpoint: string, fields: Partial<S3Settings> = {}): S3Bucket =>
  new S3Bucket(outbound, {
    endpoint,
    bucket: BUCKET,
    region: 'us-east-1',
    access_key_id: KEYS.access_key_id,
    secret_access_key: new Secret(KEYS.secret_access_key),
    ...fields,
  });

async function folder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'patchbay-artifacts-'));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  return root;
}

async function keepsBytes(t: Test, place: BlobStore): Promise<void> {
  const name = nameFor(bytes);
  await place.check();
  t.equal(await place.read(name, 100), null);
  await place.write(name, bytes);
  await place.write(name, bytes);
  t.same(await place.read(name, bytes.length), bytes);
  t.equal((await place.read(name, 3))?.length, 4, 'one byte more than asked for, to tell that there is more');
  await place.remove(name);
  await place.remove(name);
  t.equal(await place.read(name, 100), null);
}

t.test('a folder keeps bytes under their name', async (t) => keepsBytes(t, new LocalFolder(await folder())));

t.test('a bucket keeps bytes under their name', async (t) =>
  keepsBytes(t, bucketAt((await startS3(t)).endpoint)),
);

t.test('what a killed process left aside is no artifact, and goes with it', async (t) => {
  const root = await folder();
  const place = new LocalFolder(root);
  const name = nameFor(bytes);
  await place.write(name, bytes);
  await rm(join(root, name));
  await writeFile(join(root, `${name}.${randomUUID()}.part`), 'half of it');
  t.equal(await place.read(name, 100), null);
  await place.write(name, bytes);
  t.same(await place.read(name, 100), bytes);
  await writeFile(join(root, `${name}.${randomUUID()}.part`), 'half of it');
  await place.remove(name);
  t.same(await readdir(dirname(join(root, name))), []);
});

t.test('two writers of the same bytes do not disturb each other', async (t) => {
  const place = new LocalFolder(await folder());
  const name = nameFor(bytes);
  await place.write(name, bytes);
  const writing = Array.from({ length: 10 }, () => place.write(name, bytes));
  for (let look = 0; look < 20; look += 1) t.same(await place.read(name, 100), bytes, 'never a part of it');
  await Promise.all(writing);
  t.same(await place.read(name, 100), bytes);
});

t.test('a folder that cannot be made is told as a store that cannot be used', async (t) => {
  const root = await folder();
  await writeFile(join(root, 'file'), '');
  const place = new LocalFolder(join(root, 'file'));
  const told = { id: artifactStoreFailed.id, message: 'The folder that keeps artifacts cannot be used.' };
  await t.rejects(place.write(nameFor(bytes), bytes), told);
  await t.rejects(place.check(), told);
});

t.test('a bucket that refuses, is not there, is down or hangs says so', async (t) => {
  const server = await startS3(t);
  const name = nameFor(bytes);
  const told = (message: string) => artifactStoreFailed({ message });
  const forged = bucketAt(server.endpoint, { secret_access_key: new Secret('another') });
  await t.rejects(forged.write(name, bytes), told('The artifact store answered 403.'));
  await t.rejects(forged.read(name, 100), told('The artifact store answered 403.'));
  await t.rejects(forged.check(), told('The artifact store answered 403.'));
  const absent = bucketAt(server.endpoint, { bucket: 'nowhere' });
  await t.rejects(absent.write(name, bytes), told('The artifact store answered 404.'));
  await server.close();
  await t.rejects(bucketAt(server.endpoint).write(name, bytes), { message: /does not answer: ECONNREFUSED/ });
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const slow = bucketAt(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, { transfer_ms: 200 });
  await t.rejects(slow.read(name, 100), { message: /does not answer: ETIMEDOUT/ });
});

t.test('a bucket is never looked for where metadata of machines are told', async (t) => {
  await t.rejects(bucketAt('http://169.254.169.254').read(nameFor(bytes), 100), {
    message: /cannot be asked: This destination is not allowed/,
  });
});

t.test('nothing but ids and hashes makes a name', async (t) => {
  const [organization_id, id, sha256] = [randomUUID(), randomUUID(), 'a'.repeat(64)];
  t.throws(() => blobName({ organization_id: '../../etc', id, sha256 }));
  t.throws(() => blobName({ organization_id, id: '..', sha256 }));
  t.throws(() => blobName({ organization_id, id, sha256: '/etc/passwd' }));
});
