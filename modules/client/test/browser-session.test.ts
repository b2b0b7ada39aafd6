import { type BrowserLocks, type ClientOptions, createClient } from '@patchbay/client';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { bootPlatform, PASSWORD } from '@patchbay/test/harness';
import t from 'tap';
import { CookieJar } from './support/cookie-jar.ts';
import { failure } from './support/failure.ts';

const MINUTE_MS = 60_000;
const clock = new ManualClock(new Date());
const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,api-keys,organizations,system,audit' },
  clock,
});
const { email } = await harness.person('org_admin');

/** Locks as tabs share them: one at a time, in the order of asking. */
function sharedLocks(): BrowserLocks {
  let last: Promise<void> = Promise.resolve();
  return {
    request(_name, work) {
      last = last.then(work);
      return last;
    },
  };
}

/** A browser of one user with tabs that share cookies and locks. */
async function signedIn(locks: BrowserLocks | undefined = sharedLocks()) {
  const jar = new CookieJar();
  let signedOut = 0;
  const tab = (more: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: harness.url,
      credential: { cookies: 'browser' },
      fetch: jar.fetch,
      browser: jar.parts(locks),
      onSignedOut: () => {
        signedOut += 1;
      },
      ...more,
    });
  await tab().request('POST', '/auth/login', { body: { login: email, password: PASSWORD } });
  jar.exchanged.length = 0;
  return { jar, tab, signedOut: () => signedOut };
}

const refreshes = ({ exchanged }: CookieJar) => exchanged.filter((each) => each.includes('/auth/refresh'));

t.test('a page reads and writes by its cookies, with the CSRF value', async (t) => {
  const { tab } = await signedIn();
  const { id } = await tab().request('POST', '/sites', { body: { name: 'Gotha' } });
  const { name } = await tab().request('GET', '/sites/{site_id}', { params: { path: { site_id: id } } });
  t.equal(name, 'Gotha');
});

t.test('an access token that ran out is traded for a new one, and the call is sent again', async (t) => {
  const { jar, tab, signedOut } = await signedIn();
  clock.advance(40 * MINUTE_MS);
  const { name } = await tab().request('POST', '/sites', { body: { name: 'Husum' } });
  t.equal(name, 'Husum');
  t.same(jar.exchanged, [
    'POST /api/v1/sites 401',
    'POST /api/v1/auth/refresh 200',
    'POST /api/v1/sites 201',
  ]);
  t.equal(signedOut(), 0);
});

t.test('a browser that dropped the access token by itself goes on too', async (t) => {
  const { jar, tab } = await signedIn();
  jar.forget('svc_access');
  t.equal((await tab().request('GET', '/auth/me')).email, email);
  t.same(refreshes(jar), ['POST /api/v1/auth/refresh 200']);
});

t.test('many calls of several tabs refresh once', async (t) => {
  const { jar, tab } = await signedIn();
  clock.advance(40 * MINUTE_MS);
  const tabs = [tab(), tab(), tab()];
  const calls = tabs.flatMap((one) => [one.request('GET', '/auth/me'), one.request('GET', '/sites')]);
  await Promise.all(calls);
  t.same(refreshes(jar), ['POST /api/v1/auth/refresh 200']);
});

t.test('calls of one tab refresh once without locks too', async (t) => {
  const { jar, tab } = await signedIn();
  const one = tab({ browser: jar.parts(undefined) });
  clock.advance(40 * MINUTE_MS);
  await Promise.all([one.request('GET', '/auth/me'), one.request('GET', '/sites')]);
  t.same(refreshes(jar), ['POST /api/v1/auth/refresh 200']);
});

t.test('a session that has ended is told, and the call fails with 401', async (t) => {
  const { jar, tab, signedOut } = await signedIn();
  const csrf = jar.parts(undefined).cookies();
  await tab().request('POST', '/auth/logout');
  t.equal(jar.parts(undefined).cookies(), '', 'signing out takes the cookies away');
  t.equal((await failure(tab().request('GET', '/auth/me'))).status, 401);
  t.same(refreshes(jar), [], 'without a session there is nothing to refresh');
  const stale = { cookies: () => csrf };
  t.equal((await failure(tab({ browser: stale }).request('GET', '/auth/me'))).status, 401);
  t.same(refreshes(jar), ['POST /api/v1/auth/refresh 401']);
  t.equal(signedOut(), 2);
});

t.test('a wrong password is no ended session', async (t) => {
  const { jar, tab, signedOut } = await signedIn();
  const body = { login: email, password: 'Wrong-horse-battery-9' };
  t.equal((await failure(tab().request('POST', '/auth/login', { body }))).status, 401);
  t.same(jar.exchanged, ['POST /api/v1/auth/login 401']);
  t.equal(signedOut(), 0);
});

t.test('a refresh that fails for now leaves the session, and its answer is that of the call', async (t) => {
  const { jar, tab, signedOut } = await signedIn();
  jar.forget('svc_access');
  const busy = tab({
    fetch: async (request) =>
      request.url.endsWith('/auth/refresh')
        ? Response.json({ detail: 'Rate limit exceeded', retry_after: 7 }, { status: 429 })
        : jar.fetch(request),
  });
  const calls = [busy.request('GET', '/auth/me'), busy.request('GET', '/sites')];
  for (const error of await Promise.all(calls.map(failure)))
    t.match(error, { status: 429, message: 'Rate limit exceeded', retry_after_seconds: 7 });
  t.equal(signedOut(), 0);
});

t.test('another tab that refreshed first, without locks, has done so for this one', async (t) => {
  const { jar, tab, signedOut } = await signedIn();
  jar.forget('svc_access');
  const first = tab({ browser: jar.parts(undefined) });
  const late = tab({
    browser: jar.parts(undefined),
    fetch: async (request) => {
      if (!request.url.endsWith('/auth/refresh')) return jar.fetch(request);
      await first.request('GET', '/auth/me');
      return Response.json({ error: { code: 401, message: 'Used.', request_id: 'r' } }, { status: 401 });
    },
  });
  t.equal((await late.request('GET', '/auth/me')).email, email);
  t.equal(signedOut(), 0);
});
