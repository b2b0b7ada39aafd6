import { join } from 'node:path';
import t from 'tap';
import { bootServing, FILES, temporaryFolder, writeBuild } from './support/serving.ts';

t.test('The page', async (t) => {
  const dist = join(await temporaryFolder(t), 'dist');
  const harness = await bootServing(t, dist);
  const get = (path: string, headers: Record<string, string> = {}) =>
    harness.call('GET', `/${path}`, { headers });
  const owner = await harness.owner();

  t.test('a platform whose console is not built says so, and is healthy', async (t) => {
    for (const path of ['/console/', '/console/sites', '/console/assets/main-a1.js']) {
      const { status, headers, body } = await get(path);
      t.same(
        [status, body.error.message, headers['content-security-policy']],
        [
          503,
          'The console is not built: run node modules/console/build/main.ts.',
          "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ],
      );
    }
    t.same((await get('/health')).body, { status: 'healthy', degraded_subsystems: [] });
    t.equal((await get('/api/v1/health/ready')).status, 200);
  });

  await writeBuild(dist);

  t.test('it is HTML that nothing keeps, under a policy without holes', async (t) => {
    const { status, headers, text } = await get('/console/');
    const nonce = /<meta property="csp-nonce" content="([^"]+)">/.exec(text)?.[1] ?? '';
    t.equal(status, 200);
    t.match(headers, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    t.equal(
      headers['content-security-policy'],
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; " +
        "form-action 'self'; require-trusted-types-for 'script'",
    );
    t.match(text, /^<!doctype html>\n<html lang="en">/);
    t.match(text, '<title>Patchbay</title>');
    t.match(text, '<meta name="viewport" content="width=device-width, initial-scale=1">');
    t.match(text, '<meta name="color-scheme" content="light dark">');
    t.match(text, '<div id="root"></div>');
    t.match(text, /<noscript>[^<]+<\/noscript>/);
    t.notMatch(text, /<style|style=|<script(?! type="module" src=)| on[a-z]+=/);
    t.same(
      [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address),
      [
        '/console/assets/icon-d4.svg',
        '/console/assets/main-c3.css',
        '/console/assets/shared-b2.js',
        '/console/assets/main-a1.js',
      ],
    );
  });

  t.test('each answer has a nonce of its own, of 128 bits', async (t) => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { headers } = await get('/console/');
        return /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
      }),
    );
    t.equal(new Set(nonces).size, 20);
    t.same([...new Set(nonces.map((nonce) => Buffer.from(nonce, 'base64').length))], [16]);
  });

  t.test('every path below the console is the page', async (t) => {
    for (const path of [
      '/console',
      '/console/sites',
      '/console/sites/',
      '/console/changes/018f0000-0000-7000-8000-0000000000bb/attempts?tab=timeline&x=%22',
      '/console/a.b/%2e%2e%2f%2e%2e/etc/passwd',
    ]) {
      const { status, headers } = await get(path);
      t.same([status, headers['content-type']], [200, 'text/html; charset=utf-8'], path);
    }
    t.equal((await get('/consoles')).status, 404);
    const head = await harness.call('HEAD', '//console/sites');
    t.same([head.status, head.text], [200, '']);
    t.equal((await harness.call('POST', '//console/sites', { body: {} })).status, 405);
  });

  t.test('it looks at no credential, however bad', async (t) => {
    const bad: Record<string, string>[] = [
      { authorization: 'Bearer nonsense' },
      { cookie: 'svc_access=nonsense' },
    ];
    for (const headers of bad) t.equal((await get('/console/', headers)).status, 200);
  });

  t.test('a build that replaces it is served with the next page', async (t) => {
    const files = new Map([...FILES, ['main-e5.js', Buffer.from('export {};')]]);
    files.delete('main-a1.js');
    await writeBuild(dist, files, 'main-e5.js');
    t.match((await get('/console/')).text, 'src="/console/assets/main-e5.js"');
    t.equal((await get('/console/assets/main-e5.js')).status, 200);
    t.equal((await get('/console/assets/main-a1.js')).status, 200, 'pages that are open still find theirs');
    await writeBuild(dist, new Map([...files, ['main-g7.js', Buffer.from('export {};')]]), 'main-g7.js');
    t.equal((await get('/console/assets/main-e5.js')).status, 200);
    t.equal((await get('/console/assets/main-a1.js')).status, 404, 'but not those of an older build');
  });

  t.test('the root names the console, and sends browsers to it', async (t) => {
    const named = { app: 'Patchbay', docs: '/api/v1/docs', api: '/api/v1', console: '/console/' };
    const asked = await get('/');
    t.same([asked.status, asked.headers['vary'], asked.body], [200, 'Accept', named]);
    const browser = await get('/', {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    });
    t.same(
      [browser.status, browser.headers['location'], browser.headers['vary']],
      [303, '/console/', 'Accept'],
    );
    t.equal((await get('/', { accept: 'text/html;q=0.4, application/json;q=0.5' })).status, 200);
  });

  t.test('while its module is off it is not there, and the root answers as ever', async (t) => {
    const turn = (enabled: boolean) =>
      harness.call('PATCH', '/modules/console', { as: owner, body: { enabled } });
    t.equal((await turn(false)).status, 200);
    for (const path of ['/console/', '/console/sites', '/console/assets/main-e5.js'])
      t.equal((await get(path)).status, 404, path);
    const root = await get('/', { accept: 'text/html' });
    t.same([root.status, root.body], [200, { app: 'Patchbay', docs: '/api/v1/docs', api: '/api/v1' }]);
    t.equal((await turn(true)).status, 200);
    t.equal((await get('/console/')).status, 200);
  });
});
