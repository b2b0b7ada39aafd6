import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import t from 'tap';
import { bootPlatform, freshAddress, type Harness, type Person } from '../harness/index.ts';
import { launchBrowser, noBrowser } from './chromium.ts';

const SHOWN_MS = 40_000;

t.test('passkeys in a browser', { skip: noBrowser }, async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const browser = await launchBrowser();
  t.teardown(() => browser.close());

  await t.test('one is added, signs in alone, and is a second step after the password', async (t) => {
    const person = await harness.person('viewer');
    const context = await browser.newContext();
    const page = await platformPage(context, harness);
    const devtools = await context.newCDPSession(page);
    const authenticator = await addAuthenticator(devtools, true);

    const added = await addPasskey(harness, page, person);
    t.equal(added.status, 201, added.text);
    t.match(added.body, { name: 'Browser', transports: ['internal'], backed_up: false });
    t.equal((await harness.call('GET', '/auth/passkeys', { as: person })).status, 401, 'sessions ended');

    const begun = (await harness.call('POST', '/auth/passkeys/sign-in/options')).body;
    const alone = await harness.call('POST', '/auth/passkeys/sign-in', {
      body: { challenge_id: begun.challenge_id, response: await asserted(page, begun.options) },
      from: freshAddress(),
    });
    t.equal(alone.status, 200, alone.text);
    const me = await harness.call('GET', '/auth/me', { token: alone.body.access_token });
    t.match(me.body, { id: person.user_id, mfa_enabled: true });

    const second = await secondStep(harness, page, person);
    t.equal(second.status, 200, second.text);
    t.equal((await harness.call('GET', '/auth/me', { token: second.body.access_token })).status, 200);

    const { credentials } = await devtools.send('WebAuthn.getCredentials', {
      authenticatorId: authenticator,
    });
    t.equal(credentials.length, 1);
    t.equal(credentials[0]?.rpId, 'localhost');
    t.ok((credentials[0]?.signCount ?? 0) >= 2, 'the authenticator counts');
  });

  await t.test(
    'a security key that neither keeps passkeys nor verifies users is a second step',
    async (t) => {
      const person = await harness.person('viewer');
      const context = await browser.newContext();
      const page = await platformPage(context, harness);
      await addAuthenticator(await context.newCDPSession(page), false);
      t.equal((await addPasskey(harness, page, person)).status, 201);
      t.equal((await secondStep(harness, page, person)).status, 200);
    },
  );

  await t.test('a browser does not make a second passkey on the same authenticator', async (t) => {
    const person = await harness.person('viewer');
    const context = await browser.newContext();
    const page = await platformPage(context, harness);
    await addAuthenticator(await context.newCDPSession(page), true);
    t.equal((await addPasskey(harness, page, person)).status, 201);
    const { body } = await secondStep(harness, page, person);
    const again = { ...person, token: String(body.access_token) };
    await t.rejects(addPasskey(harness, page, again), /InvalidStateError/);
  });
});

/** A page of the platform itself, under the name that passkeys belong to in development. */
async function platformPage(context: BrowserContext, { url }: Harness): Promise<Page> {
  context.setDefaultTimeout(SHOWN_MS);
  const page = await context.newPage();
  const address = new URL('/api/v1/health/live', url);
  address.hostname = 'localhost';
  await page.goto(address.href);
  return page;
}

/** An authenticator that the browser simulates, of a phone or a plain security key; answers its id. */
async function addAuthenticator(devtools: CDPSession, verifiesUsers: boolean): Promise<string> {
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: verifiesUsers ? 'internal' : 'usb',
      hasResidentKey: verifiesUsers,
      hasUserVerification: verifiesUsers,
      isUserVerified: verifiesUsers,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

async function addPasskey(harness: Harness, page: Page, as: Person) {
  const { status, text, body } = await harness.call('POST', '/auth/passkeys/registration/options', { as });
  if (status !== 200) throw new Error(`beginning to add a passkey answered ${status}: ${text}`);
  const response = await created(page, body.options);
  const { challenge_id } = body;
  return harness.call('POST', '/auth/passkeys', { as, body: { challenge_id, name: 'Browser', response } });
}

async function secondStep(harness: Harness, page: Page, { email, password }: Person) {
  const login = { body: { login: email, password }, from: freshAddress() };
  const { mfa_token } = (await harness.call('POST', '/auth/login', login)).body;
  const begun = (await harness.call('POST', '/auth/passkeys/second-step/options', { body: { mfa_token } }))
    .body;
  const response = await asserted(page, begun.options);
  const body = { mfa_token, challenge_id: begun.challenge_id, response };
  return harness.call('POST', '/auth/passkeys/second-step', { body });
}

/** These two run in the page, as any page of the platform would. */
const created = (page: Page, options: object): Promise<object> =>
  page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)});
    return (await navigator.credentials.create({ publicKey })).toJSON();
  })()`);

const asserted = (page: Page, options: object): Promise<object> =>
  page.evaluate(`(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)});
    return (await navigator.credentials.get({ publicKey })).toJSON();
  })()`);
