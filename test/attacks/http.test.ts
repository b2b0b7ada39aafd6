import { connect } from 'node:net';
import t from 'tap';
import { bootPlatform, freshAddress } from '../harness/index.ts';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();
const site = await harness.site(owner, 'Raw');
const { hostname, port } = new URL(harness.url);

/** Sends bytes as they are; answers everything that came back until the server closed or half a second passed. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let seen = '';
    socket.on('data', (chunk) => (seen += chunk));
    socket.on('close', () => resolve(seen));
    socket.on('error', () => resolve(seen));
    socket.setTimeout(700, () => socket.destroy());
    socket.write(text);
  });
const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => String(status));
const auth = `Host: x\r\nAuthorization: Bearer ${owner.token}\r\n`;
const hidden = `DELETE /api/v1/sites/${site} HTTP/1.1\r\n${auth}\r\n`;

t.test('no second request hides in the body of a first one', async (t) => {
  const head = `POST /api/v1/sites HTTP/1.1\r\n${auth}Content-Type: application/json\r\n`;
  const tricks: Record<string, string> = {
    'length and chunks': `${head}Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    'two lengths': `${head}Content-Length: 2\r\nContent-Length: ${hidden.length}\r\n\r\n{}${hidden}`,
    'a coding with a tab': `${head}Transfer-Encoding:\tchunkedx\r\n\r\n0\r\n\r\n${hidden}`,
    'a bare line feed': `${head}X: y\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    'a folded header': `${head}X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
    'a space before the colon': `${head}Content-Length : ${hidden.length}\r\n\r\n${hidden}`,
    'a negative length': `${head}Content-Length: -1\r\n\r\n${hidden}`,
  };
  for (const [what, text] of Object.entries(tricks)) {
    const seen = statuses(await raw(text));
    t.notOk(seen.includes('204'), `${what}: ${seen.join(' ')}`);
    t.ok(
      seen.every((status) => status < '500'),
      `${what}: ${seen.join(' ')}`,
    );
    t.equal(
      (await harness.call('GET', `/sites/${site}`, { as: owner })).status,
      200,
      `${what}: the site is still there (${seen.join(' ')})`,
    );
  }
});

t.test('paths that look like others are not', async (t) => {
  const viewer = await harness.person('viewer');
  const v = `Host: x\r\nAuthorization: Bearer ${viewer.token}\r\nConnection: close\r\n`;
  for (const path of [
    '/api/v1/health/../users',
    '/api/v1/%75sers',
    '/api/v1//users',
    '//api/v1/users',
    '/api/v1/users%2f',
    '/api/v1/users;x=1',
    '/API/v1/users',
    '/api/v1/users/.',
    'http://evil.example/api/v1/users',
    '/api/v1/users%00',
    '/api/v1/users\\',
  ]) {
    const seen = await raw(`GET ${path} HTTP/1.1\r\n${v}\r\n`);
    t.notMatch(seen, /^HTTP\/1\.1 (200|5\d\d)/, `${path}: ${seen.slice(0, 15)}`);
  }
});

/** What a sign-in leaves in a browser. */
async function browser() {
  const body = { login: owner.email, password: owner.password };
  const { headers } = await harness.call('POST', '/auth/login', { body, from: freshAddress() });
  const set = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0] ?? '');
  const [access, refresh, csrf] = ['svc_access=', 'svc_refresh=', 'svc_csrf='].map(
    (name) => set.find((each) => each.startsWith(name))?.slice(name.length) ?? '',
  ) as [string, string, string];
  return { access, refresh, csrf };
}

t.test('the refresh cookie is traded for pages of the platform only', async (t) => {
  const trade = async (headers: Record<string, string>, body = {}) => {
    const { refresh } = await browser();
    const cookie = `svc_refresh=${refresh}`;
    return (await harness.call('POST', '/auth/refresh', { body, headers: { cookie, ...headers } })).status;
  };
  for (const foreign of ['https://evil.example', 'null', `${harness.url}.evil.example`, 'http://127.0.0.1:1'])
    t.equal(await trade({ origin: foreign }), 403, foreign);
  t.equal(await trade({ 'sec-fetch-site': 'cross-site' }), 403, 'a browser that keeps the origin back');
  t.equal(await trade({ origin: harness.url }), 200);
  t.equal(await trade({ origin: harness.url, 'sec-fetch-site': 'same-origin' }), 200);
  const proxied = { origin: 'https://another-name-of-ours.example', 'sec-fetch-site': 'same-origin' };
  t.equal(await trade(proxied), 200, 'the browser itself compared');
  t.equal(await trade({ ...proxied, 'sec-fetch-site': 'same-site' }), 403);
  t.equal(await trade({}), 200, 'no browser');
  const { refresh } = await browser();
  const body = { refresh_token: refresh };
  const headers = { origin: 'https://elsewhere.example' };
  t.equal((await harness.call('POST', '/auth/refresh', { body, headers })).status, 200, 'no cookie is used');
});

t.test(
  'a cookie needs its token whatever else came along, and errors tell nothing of our insides',
  async (t) => {
    const { csrf: mine, access } = await browser();
    const { csrf: foreign } = await browser();
    const cookie = `svc_access=${access}; svc_csrf=${mine}`;
    const status = async (headers: Record<string, string>, options = {}) =>
      (
        await harness.call('POST', '/sites', {
          body: { name: 'x' },
          headers: { cookie, ...headers },
          ...options,
        })
      ).status;
    t.equal(await status({}), 403);
    t.equal(await status({ 'x-csrf-token': 'b' }), 403);
    t.equal(await status({}, { token: owner.token }), 403);
    t.equal(await status({ 'x-csrf-token': mine }), 201);
    for (const planted of [
      'a',
      foreign,
      `${mine}A`,
      mine.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ]) {
      const headers = { cookie: `svc_access=${access}; svc_csrf=${planted}`, 'x-csrf-token': planted };
      t.equal(await status(headers), 403, `${planted} is no value of this session`);
    }
    t.equal(await status({ cookie: `svc_access=${owner.token}; svc_csrf=`, 'x-csrf-token': '' }), 403);
    for (const body of [
      '{"name":"\\ud800"}',
      '{"name":"\\u0000"}',
      '{"__proto__":{"a":1},"name":"x"}',
      `${'['.repeat(5_000)}`,
      '{"name":1e999}',
    ]) {
      const answer = await harness.call('POST', '/sites', { as: owner, raw: body });
      t.ok(answer.status >= 400 && answer.status < 500, `${body.slice(0, 30)} ${answer.status}`);
      t.notMatch(answer.text, /node_modules|\.ts:|select |insert |at async/i);
    }
  },
);

t.test('callers who hang up leave nothing behind', async (t) => {
  await Promise.all(
    Array.from(
      { length: 60 },
      (_, n) =>
        new Promise<void>((resolve) => {
          const body = JSON.stringify({ name: `gone ${n}` });
          const socket = connect(Number(port), hostname, () => {
            socket.write(
              `POST /api/v1/sites HTTP/1.1\r\n${auth}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
              () => setImmediate(() => socket.destroy()),
            );
          });
          socket.on('close', () => resolve());
          socket.on('error', () => resolve());
        }),
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => harness.call('GET', '/sites', { as: owner })),
  );
  t.same([...new Set(answers.map(({ status }) => status))], [200]);
});
