import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import t from 'tap';
import { noBrowser } from '../../chromium.ts';
import { heading, press } from '../support/by-name.ts';
import { signIn } from '../support/sign-in.ts';
import { ConsoleStage } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

t.test('a user lets an application act, which asked by OAuth 2', { skip: noBrowser }, async (t) => {
  const stage = await ConsoleStage.open(t, { work: false });
  const { harness } = stage;
  const [owner, user] = [await harness.owner(), await harness.person('viewer')];
  const application = await started(t);
  const registered = await harness.call('POST', '/oauth2/applications', {
    as: owner,
    body: {
      name: 'Reporter',
      redirect_uris: [application.callback],
      scopes: ['site:read', 'site:write'],
      confidential: true,
    },
  });
  const { client_id, client_secret } = registered.body;
  const config = await client.discovery(
    new URL(`${harness.url}/api/v1/oauth2`),
    client_id,
    client_secret,
    undefined,
    {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    },
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const asking = async (state: string): Promise<string> =>
    client.buildAuthorizationUrl(config, {
      redirect_uri: application.callback,
      scope: 'site:read site:write',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    }).href;
  const { page, problems } = await stage.window('/', { origins: [application.origin] });

  await t.test('the application sends the user to the console, which asks after the sign-in', async (t) => {
    await page.goto(await asking('first'));
    await signIn(page, user);
    await heading(page, 'Let an application act for you').waitFor();
    await page.getByText('Reporter wants to act for you in First Networks.').waitFor();
    const scopes = await page.getByRole('list', { name: 'It asks to' }).getByRole('listitem').allInnerTexts();
    t.match(scopes, [/site:read/], 'what the user may not do is not asked for');
    t.equal(scopes.length, 1);
    await page.getByText(new URL(application.origin).host).waitFor();
  });

  await t.test('what the user denies is told to the application', async (t) => {
    await press(page, 'Deny');
    await page.getByText('Back in the application').waitFor();
    t.match(Object.fromEntries(new URL(page.url()).searchParams), { error: 'access_denied', state: 'first' });
  });

  await t.test('what the user approves is traded for a token that works', async (t) => {
    await page.goto(await asking('second'));
    await press(page, 'Approve');
    await page.getByText('Back in the application').waitFor();
    const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), {
      pkceCodeVerifier,
      expectedState: 'second',
    });
    t.equal(tokens.scope, 'site:read');
    const sites = new URL(`${harness.url}/api/v1/sites`);
    const read = await client.fetchProtectedResource(config, tokens.access_token, sites, 'GET');
    t.equal(read.status, 200);
    t.same(application.visits, ['first', 'second']);
  });

  await t.test('the profile lists the application', async () => {
    await page.goto(`${stage.url}/console/profile?tab=applications`);
    await page.getByRole('row', { name: /Reporter/ }).waitFor();
  });

  t.same(unexpected(problems, /favicon/), []);
});

/** The application's own server, which users are sent back to. */
async function started(t: { teardown(work: () => unknown): unknown }) {
  const visits: (string | null)[] = [];
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://application');
    if (pathname === '/callback') visits.push(searchParams.get('state'));
    response.writeHead(pathname === '/callback' ? 200 : 204, { 'content-type': 'text/html' });
    response.end(
      pathname === '/callback' ? '<title>Application</title><p>Back in the application</p>' : undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, callback: `${origin}/callback`, visits };
}
