import { readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { bootServing, MAIN, temporaryFolder, writeBuild } from './support/serving.ts';

/** Count of files below the folder that this process has open; Linux tells. */
async function openBelow(folder: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}

t.test('Files of the console', async (t) => {
  const dist = join(await temporaryFolder(t), 'dist');
  const { assets } = await writeBuild(dist);
  const harness = await bootServing(t, dist);
  const get = (name: string, encoding: string, method = 'GET') =>
    fetch(`${harness.url}/console/assets/${name}`, { method, headers: { 'accept-encoding': encoding } });

  t.test('a file is kept for ever, in the encoding that the caller weighs most', async (t) => {
    const main = assets['main-a1.js'];
    const cases = {
      'gzip, deflate, br, zstd': ['br', main?.br],
      'br;q=0.2, gzip;q=0.9': ['gzip', main?.gzip],
      gzip: ['gzip', main?.gzip],
      '*': ['br', main?.br],
      'br;q=0, *': ['gzip', main?.gzip],
      identity: [null, main?.bytes],
      'identity, br;q=0.5': [null, main?.bytes],
      zstd: [null, main?.bytes],
    };
    for (const [sent, [encoding, bytes]] of Object.entries(cases)) {
      const answer = await get('main-a1.js', sent);
      t.same(
        [answer.status, answer.headers.get('content-encoding'), answer.headers.get('content-length')],
        [200, encoding, String(bytes)],
        sent,
      );
      t.equal(await answer.text(), MAIN);
      t.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
      t.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      t.equal(answer.headers.get('vary'), 'Accept-Encoding');
      t.equal(answer.headers.get('pragma'), null);
      t.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
    t.equal((await get('main-c3.css', 'br')).headers.get('content-type'), 'text/css; charset=utf-8');
    t.equal((await get('icon-d4.svg', 'br')).headers.get('content-type'), 'image/svg+xml');
  });

  t.test('HEAD answers the headers of GET', async (t) => {
    const [head, full] = [await get('main-a1.js', 'br', 'HEAD'), await get('main-a1.js', 'br')];
    t.equal(await head.text(), '');
    await full.body?.cancel();
    for (const name of ['content-type', 'content-length', 'content-encoding', 'cache-control', 'vary'])
      t.equal(head.headers.get(name), full.headers.get(name), name);
  });

  t.test('any other name is 404, whatever way it leads', async (t) => {
    for (const name of [
      '',
      'main-a1.js.br',
      'main-a1.js/x',
      'other.js',
      '..%2fmanifest.json',
      '%2e%2e%2fmanifest.json',
      '..%5cmanifest.json',
      '%2fetc%2fpasswd',
      'constructor',
      '__proto__',
      'main-a1.js%00',
    ]) {
      const { status, headers } = await harness.call('GET', `//console/assets/${name}`);
      t.same([status, headers['content-type']], [404, 'application/json; charset=utf-8'], name);
    }
  });

  t.test('what no caller reads to its end is closed', async (t) => {
    for (let round = 0; round < 20; round += 1) await (await get('main-a1.js', 'identity')).body?.cancel();
    t.ok(await waitFor('no file of the console is open', async () => (await openBelow(dist)) === 0));
  });

  t.test('a copy that would be no smaller is not kept', async (t) => {
    t.same(Object.keys(assets['icon-d4.svg'] ?? {}), ['type', 'bytes']);
    const names = await readdir(join(dist, 'assets'));
    t.same(names.toSorted(), [
      'icon-d4.svg',
      'main-a1.js',
      'main-a1.js.br',
      'main-a1.js.gz',
      'main-c3.css',
      'main-c3.css.br',
      'main-c3.css.gz',
      'shared-b2.js',
      'shared-b2.js.br',
      'shared-b2.js.gz',
    ]);
    t.equal((await stat(join(dist, 'assets', 'main-a1.js.br'))).size, assets['main-a1.js']?.br);
  });
});
