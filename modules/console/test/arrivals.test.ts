import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();

const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await harness.call('GET', `/${path}`, { headers });
  return [answer.status, answer.headers['location']];
};

t.test('browsers that follow a mail, a provider or an application come to the console', async (t) => {
  t.same(await ask('/reset-password?token=a%20b', BROWSER), [303, '/console/reset-password?token=a%20b']);
  t.same(await ask('/confirm-email?token=c', BROWSER), [303, '/console/confirm-email?token=c']);
  t.same(await ask('/auth/sso/callback?code=1&state=2', BROWSER), [
    303,
    '/console/sso/callback?code=1&state=2',
  ]);
  const authorize = '/api/v1/oauth2/authorize?client_id=x';
  t.same(await ask(authorize, BROWSER), [303, '/console/oauth2/authorize?client_id=x']);
  t.same(await ask(authorize), [401, undefined], 'a program is answered as before');
  t.same(await ask('/reset-password?token=a'), [404, undefined]);
});

t.test('nothing is sent on while the console is switched off', async (t) => {
  const { status } = await harness.call('PATCH', '/modules/console', { as: owner, body: { enabled: false } });
  t.equal(status, 200);
  t.same(await ask('/reset-password?token=a', BROWSER), [404, undefined]);
});
