import t, { type Test } from 'tap';
import { unavailable } from '../../../errors/index.ts';
import { assemble } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';

const read = bareRoute('read');
const login = bareRoute('login', { method: 'POST', path: '/auth/login', rate: 'auth', csrf: false });
const write = bareRoute('write', { method: 'POST', access: { authenticated: true } });
const health = bareRoute('health', { rate: 'exempt' });
const all = [read, login, write, health];

type Reply = Awaited<ReturnType<Awaited<ReturnType<typeof assemble>>['call']>>;

/** A 429 in its own shape, which says for how many seconds. */
async function refusedFor(t: Test, answer: Promise<Reply>, detail: string, seconds: number): Promise<Reply> {
  const refused = await answer;
  t.equal(refused.status, 429);
  t.same(refused.json, { detail, retry_after: seconds });
  t.equal(refused.headers.get('retry-after'), String(seconds));
  return refused;
}

t.test('the general limit counts per minute, and says so in its own shape', async (t) => {
  const { call, clock } = await assemble(t, all, { environment: { RATE_LIMIT_RPM: '3' } });
  const first = await call('/read');
  t.equal(first.headers.get('x-ratelimit-limit'), '3');
  t.equal(first.headers.get('x-ratelimit-remaining'), '2');
  await call('/read');
  await call('/nowhere');
  const refused = await refusedFor(t, call('/read'), 'Rate limit exceeded', 60);
  t.equal(refused.headers.get('x-ratelimit-remaining'), '0');
  t.equal((await call('/health')).status, 200, 'health is exempt');
  t.equal((await call('/write', { method: 'POST', as: 'viewer' })).status, 200, 'a principal counts apart');
  clock.advance(60_000);
  t.equal((await call('/read')).status, 200);
});

t.test('a burst is refused for a second', async (t) => {
  const { call, clock } = await assemble(t, all, { environment: { RATE_LIMIT_BURST: '2' } });
  await call('/read');
  await call('/read');
  await refusedFor(t, call('/read'), 'Rate limit exceeded (burst)', 1);
  clock.advance(1_000);
  t.equal((await call('/read')).status, 200);
});

t.test('attempts with bad credentials count towards the address', async (t) => {
  const { call } = await assemble(t, all, { environment: { RATE_LIMIT_RPM: '2' } });
  const guess = () => call('/write', { method: 'POST', as: 'nonsense' });
  t.equal((await guess()).status, 401);
  t.equal((await guess()).status, 401);
  t.equal((await guess()).status, 429);
});

t.test('sign-in takes five attempts a minute per path and address', async (t) => {
  const { call, clock } = await assemble(t, all, { environment: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  const attempt = (ip: string, path = '/auth/login') =>
    call(path, { method: 'POST', headers: { 'x-forwarded-for': ip } });
  for (let n = 0; n < 5; n += 1)
    t.equal((await attempt('203.0.113.1', n % 2 ? '/auth/login/' : undefined)).status, 200);
  const refused = await attempt('203.0.113.1');
  t.equal(refused.status, 429);
  t.same(refused.json, { detail: 'Rate limit exceeded', retry_after: 60 });
  t.equal((await attempt('203.0.113.2')).status, 200);
  for (let n = 0; n < 5; n += 1) await attempt(`2001:db8::${n}`);
  t.equal((await attempt('2001:db8::ffff')).status, 429, 'a whole /64 is one caller');
  clock.advance(60_000);
  t.equal((await attempt('203.0.113.1')).status, 200);
});

t.test('proxy headers from anybody else count for nothing', async (t) => {
  const { call } = await assemble(t, all);
  for (let n = 0; n < 5; n += 1)
    await call('/auth/login', { method: 'POST', headers: { 'x-forwarded-for': `203.0.113.${n}` } });
  t.equal(
    (await call('/auth/login', { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.9' } })).status,
    429,
  );
});

t.test('without the cache sign-in is 503 and everything else goes on', async (t) => {
  const rateLimiter = {
    consume: async ({ onFailure }: { onFailure: string }) => {
      if (onFailure === 'closed') throw unavailable();
      return { allowed: true, remaining: 1, retryAfterSeconds: 0 };
    },
  };
  const { call } = await assemble(t, all, { rateLimiter });
  t.equal((await call('/auth/login', { method: 'POST' })).status, 503);
  t.equal((await call('/read')).status, 200);
});

t.test('with an access cookie writing needs the double-submit token, whatever else is sent', async (t) => {
  const { call } = await assemble(t, all);
  const post = (headers: Record<string, string>, as?: string) =>
    call('/write', { method: 'POST', headers, ...(as ? { as } : {}) });
  const cookie = 'svc_access=viewer; svc_csrf=abc';
  t.equal((await post({ cookie })).status, 403);
  t.equal((await post({ cookie, 'x-csrf-token': 'abd' })).status, 403);
  t.equal((await post({ cookie, 'x-csrf-token': 'abcd' })).status, 403);
  t.equal((await post({ cookie: 'svc_access=viewer; svc_csrf=', 'x-csrf-token': '' })).status, 403);
  t.equal((await post({ cookie, 'x-csrf-token': 'abc' })).status, 200);
  t.equal((await post({ cookie: 'svc_access=expired' }, 'viewer')).status, 403, 'a header does not excuse');
  t.equal(
    (await post({ cookie, 'x-csrf-token': 'abc' }, 'nonsense')).status,
    401,
    'the header is the principal',
  );
  t.equal((await post({}, 'viewer')).status, 200);
  t.equal(
    (await call('/auth/login', { method: 'POST', headers: { cookie } })).status,
    200,
    'exempt by declaration',
  );
  t.equal((await call('/read', { headers: { cookie } })).status, 200);
});

t.test('only origins of CORS_ORIGINS are let in, with credentials', async (t) => {
  const { call } = await assemble(t, all, { environment: { CORS_ORIGINS: 'https://console.example.com' } });
  const origin = 'https://console.example.com';
  const allowed = await call('/read', { headers: { origin } });
  t.equal(allowed.headers.get('access-control-allow-origin'), origin);
  t.equal(allowed.headers.get('access-control-allow-credentials'), 'true');
  t.match(allowed.headers.get('access-control-expose-headers'), /ETag/);
  t.equal(allowed.headers.get('vary'), 'Origin');
  const foreign = await call('/read', { headers: { origin: 'https://evil.example' } });
  t.equal(foreign.headers.get('access-control-allow-origin'), null);
  t.equal(foreign.headers.get('vary'), 'Origin');
  const preflight = (from: string) =>
    call('/write', { method: 'OPTIONS', headers: { origin: from, 'access-control-request-method': 'POST' } });
  const answer = await preflight(origin);
  t.equal(answer.status, 204);
  t.match(answer.headers.get('access-control-allow-methods'), /PATCH/);
  t.match(answer.headers.get('access-control-allow-headers'), /X-CSRF-Token/);
  t.equal((await preflight('https://evil.example')).headers.get('access-control-allow-methods'), null);
});

t.test('HTTPS is told by trusted proxies only, and brings HSTS', async (t) => {
  const trusting = await assemble(t, all, { environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const headers = { 'x-forwarded-proto': 'https' };
  t.match((await trusting.call('/read', { headers })).headers.get('strict-transport-security'), /max-age/);
  t.equal((await trusting.call('/read')).headers.get('strict-transport-security'), null);
  const other = await assemble(t, all);
  t.equal((await other.call('/read', { headers })).headers.get('strict-transport-security'), null);
});
