import { request } from 'node:http';
import pg from 'pg';
import t from 'tap';
import { type Answer, bootPlatform, freshAddress, type Harness, PASSWORD } from '../harness/index.ts';

const harness = await bootPlatform(t, { environment: { ALLOW_REGISTRATION: 'true' }, work: false });
const owner = await harness.owner();

const login = (body: unknown, from = freshAddress(), path = '/auth/login', headers = {}) =>
  harness.call('POST', path, { body, from, headers, timeoutMs: 30_000 });
const right = { login: owner.email, password: PASSWORD };
let strangers = 0;
/** A login without a user, another one each time: failures count by login too. */
const wrong = () => {
  strangers += 1;
  return { login: `stranger-${strangers}@example.com`, password: 'Wrong-horse-battery-9' };
};

/** The status for a path that is sent as it stands; clients of URLs tidy it up. */
const rawStatus = (path: string, token?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(harness.url);
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

t.test('spellings of a path lead to the same lock or to nothing', async (t) => {
  for (const path of [
    '/api/v1//auth/me',
    '//api/v1/auth/me',
    '/api//v1/auth/me',
    '/api/v1/auth/../auth/me',
    '/api/v1/auth/%2e%2e/auth/me',
    '/api/v1/sites/%2e%2e/%2e%2e/v1/auth/me',
    '/api/v1/health/..;/auth/me',
    '/api/v1/%61uth/me',
    '/api/v1/auth%2fme',
    '/api/v1/auth%5cme',
    '/api/v1/auth/me%00',
    '/api/v1/auth/me%20',
    '/api/v1/auth/me.json',
    '/api/v1/auth/me;role=super_admin',
    '/api/v1/auth/ME',
    '/API/V1/auth/me',
    '/api/v1/auth/me//',
    '/api/v1/auth/me/.',
  ]) {
    const [stranger, known] = [await rawStatus(path), await rawStatus(path, owner.token)];
    t.ok([400, 401, 404].includes(stranger), `${path} answers ${stranger} to a stranger`);
    t.ok([400, 404].includes(known), `${path} answers ${known}`);
  }
  for (const path of ['/auth/me', '/auth/me/']) {
    t.equal((await harness.call('GET', path, { as: owner })).status, 200);
    t.equal((await harness.call('GET', path)).status, 401);
  }
});

t.test('a limited path has one bucket, however it is spelled', async (t) => {
  const from = freshAddress();
  const spelled = ['/auth/login', '/auth/login/', '/auth/login?', '/auth/login/?x', '/auth/login'];
  for (const path of spelled) {
    const { status } = await login(wrong(), from, path);
    t.ok([401, 404, 422].includes(status), `${path} ${status}`);
  }
  for (const path of ['/auth/login', '/auth/login/'])
    for (let each = 0; each < 2; each += 1) await login(wrong(), from, path);
  for (const path of ['/auth/login', '/auth/login/'])
    t.equal((await login(right, from, path)).status, 429, path);
  t.equal((await login(right)).status, 200, 'others sign in');
});

t.test('headers that name another address buy no further guess', async (t) => {
  const from = freshAddress();
  const forged = (n: number) => ({
    'x-forwarded-for': `198.51.100.${n}`,
    'x-real-ip': `198.51.100.${n}`,
    forwarded: `for=198.51.100.${n}`,
    'x-client-ip': `198.51.100.${n}`,
    'cf-connecting-ip': `198.51.100.${n}`,
    'true-client-ip': `198.51.100.${n}`,
  });
  const seen = [];
  for (let n = 1; n <= 7; n += 1) seen.push((await login(wrong(), from, '/auth/login', forged(n))).status);
  t.same(seen, [401, 401, 401, 401, 401, 429, 429]);
  const own = freshAddress();
  t.equal((await login(right, own, '/auth/login', forged(9))).status, 200);
  const { body } = await harness.call('GET', '/auth/sessions', { as: owner });
  const ips = body.items.map(({ ip }: { ip: string }) => ip);
  t.ok(ips.includes(own) && !ips.includes('198.51.100.9'), 'sessions tell the real address');
});

t.test('behind a trusted proxy only what the proxy wrote counts', async (t) => {
  const proxied = await bootPlatform(t, { environment: { TRUSTED_PROXIES: '127.0.0.0/8' }, work: false });
  const person = await proxied.owner();
  const from = freshAddress();
  const guess = (chain: string, body: object = wrong()) =>
    proxied.call('POST', '/auth/login', { body, from, headers: { 'x-forwarded-for': chain } });
  const seen = [];
  for (let n = 1; n <= 7; n += 1) seen.push((await guess(`198.51.100.${n}, 203.0.113.5`)).status);
  t.same(seen, [401, 401, 401, 401, 401, 429, 429], 'what the client wrote before it is no address');
  t.equal((await guess('203.0.113.6')).status, 401, 'another client of the proxy has guesses of its own');
  for (const chain of ['', 'unknown', '203.0.113.7:80', '<script>', `${'1,'.repeat(4_000)}`, '\t,,,'])
    t.ok((await guess(chain)).status < 500, chain.slice(0, 20));
  const signed = await guess('10.9.8.7, 203.0.113.77', { login: person.email, password: PASSWORD });
  t.equal(signed.status, 200, signed.text);
  const { body } = await proxied.call('GET', '/auth/sessions', { token: signed.body.access_token });
  t.ok(body.items.some(({ ip }: { ip: string }) => ip === '203.0.113.77'));
});

t.test('a password of a megabyte costs no hash', async (t) => {
  const huge = 'Aa1!'.repeat(265_000);
  const big = 'Aa1!'.repeat(250_000);
  const bodies: readonly (readonly [string, object, boolean])[] = [
    ['/auth/login', { login: owner.email, password: 'P' }, false],
    ['/auth/token', { username: owner.email, password: 'P' }, false],
    [
      '/auth/register',
      { organization_name: 'X', email: 'x@example.com', username: 'xx', password: 'P' },
      false,
    ],
    ['/auth/password/reset', { token: 'x', password: 'P' }, false],
    ['/auth/password/change', { current_password: 'P', new_password: PASSWORD }, true],
    ['/auth/password/change', { current_password: PASSWORD, new_password: 'P' }, true],
    ['/users', { email: 'y@example.com', username: 'yy', role: 'viewer', password: 'P' }, true],
  ];
  for (const [path, body, isOwn] of bodies)
    for (const [password, status] of [
      [huge, 413],
      [big, 422],
      ['Aa1!'.repeat(257), 422],
    ] as const) {
      const raw = JSON.stringify(body).replace('"P"', JSON.stringify(password));
      const startedMs = performance.now();
      const answer = await harness.call('POST', path, {
        raw,
        from: freshAddress(),
        ...(isOwn ? { as: owner } : {}),
      });
      t.equal(answer.status, status, `${path} with ${password.length} characters`);
      t.ok(performance.now() - startedMs < 10_000, 'at once');
    }
});

t.test('what is no text is no credential', async (t) => {
  const odd: readonly unknown[] = [null, 1, true, [], {}, { $gt: '' }, ['a', 'b'], { toString: 'x' }];
  for (const value of odd) {
    t.equal((await login({ ...right, password: value })).status, 422, JSON.stringify(value));
    t.equal((await login({ ...right, login: value })).status, 422, JSON.stringify(value));
    const refresh = await harness.call('POST', '/auth/refresh', { body: { refresh_token: value } });
    t.ok([401, 422].includes(refresh.status), `${JSON.stringify(value)} ${refresh.status}`);
  }
  t.equal((await login(right)).status, 200, 'none of it was counted as a guess');
});

/** Spellings of an address or a name that people, or the database, take for those of another user. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  ['Victim@Example.com', 'VICTIM'],
  ['ｖｉｃｔｉｍ@example.com', 'ｖｉｃｔｉｍ'],
  ['victim@EXAMPLE.COM', 'Victim'],
  ['vıctım@example.com', 'victım'],
  ['𝐯𝐢𝐜𝐭𝐢𝐦@example.com', '𝐯𝐢𝐜𝐭𝐢𝐦'],
  ['victim@example.com ', ' victim'],
  ['victim@example.com\u200b', 'victim\u200b'],
  ['victim@example.com\u0000', 'victim\u0000'],
  ['"victim"@example.com', 'victim\u00ad'],
];

t.test('registration and creation under a spelling of another user are refused', async (t) => {
  const user = (email: string, username: string) => ({ email, username, password: PASSWORD });
  const made = await harness.call('POST', '/users', {
    as: owner,
    body: { ...user('victim@example.com', 'victim'), role: 'viewer' },
  });
  t.equal(made.status, 201, made.text);
  const ways: readonly (readonly [string, (body: object) => Promise<Answer>])[] = [
    ['created', (body) => harness.call('POST', '/users', { as: owner, body: { ...body, role: 'viewer' } })],
    [
      'registered',
      (body) =>
        harness.call('POST', '/auth/register', {
          body: { ...body, organization_name: 'Look alike' },
          from: freshAddress(),
        }),
    ],
  ];
  let fresh = 0;
  for (const [how, send] of ways)
    for (const [email, username] of LOOKALIKES) {
      fresh += 1;
      const byEmail = await send(user(email, `fresh-${fresh}`));
      t.ok(isRefusedOrApart(byEmail, email, 'victim@example.com'), `${how} ${email}: ${byEmail.status}`);
      const byName = await send(user(`fresh-${fresh}@example.com`, username));
      t.ok(isRefusedOrApart(byName, username, 'victim'), `${how} ${username}: ${byName.status}`);
    }
  t.equal((await send('victim@example.com')).status, 200, 'the victim still signs in by address');
  t.equal((await send('victim')).status, 200, 'and by name');
  async function send(text: string): Promise<Answer> {
    return login({ login: text, password: PASSWORD });
  }
});

/** Taken only when it stays apart from the victim's in the comparison that sign-in makes. */
function isRefusedOrApart({ status }: Answer, text: string, victim: string): boolean {
  if (status === 409 || status === 422) return true;
  return status === 201 && text.normalize('NFKC').toUpperCase().toLowerCase() !== victim;
}

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const setUp = (platform: Harness, n: number): Promise<Answer> =>
  platform.call('POST', '/setup/initialize', {
    body: {
      organization_name: `First ${n}`,
      email: `first-${n}@example.com`,
      username: `first-${n}`,
      password: PASSWORD,
    },
    from: freshAddress(),
    timeoutMs: 60_000,
  });

t.test(
  'of many who set up at once, in two processes, one does, and nothing of the others stays',
  { skip: redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false },
  async (t) => {
    const options = { work: false, environment: { REDIS_URL: String(redisUrl) } };
    const one = await bootPlatform(t, options);
    const two = await bootPlatform(t, { ...options, databaseUrl: one.databaseUrl });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => setUp(n % 2 === 0 ? one : two, n)),
    );
    t.equal(answers.filter(({ status }) => status === 201).length, 1);
    const others = answers.filter(({ status }) => status !== 201).map(({ status }) => status);
    t.same([...new Set(others)], [409]);
    const rows = await countRows(one.databaseUrl, ['organizations', 'users', 'setup_completions']);
    t.same(rows, [1, 1, 1]);
    for (const platform of [one, two]) {
      t.same((await platform.call('GET', '/setup/status')).body, { required: false });
      t.equal((await setUp(platform, 99)).status, 409);
    }
  },
);

async function countRows(url: string, tables: readonly string[]): Promise<readonly number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const counts: number[] = [];
  for (const table of tables)
    counts.push((await client.query(`select count(*)::int as n from ${table}`)).rows[0].n);
  await client.end();
  return counts;
}
