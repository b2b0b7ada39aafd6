import type { Page } from 'playwright-core';
import t from 'tap';
import { noBrowser } from '../../chromium.ts';
import { field, heading, press } from '../support/by-name.ts';
import { signIn } from '../support/sign-in.ts';
import { ConsoleStage } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

t.test('a passkey is added on the profile and signs in alone', { skip: noBrowser }, async (t) => {
  // Passkeys belong to a name, and in development that is this one.
  const stage = await ConsoleStage.open(t, { host: 'localhost', work: false });
  const person = await stage.harness.person('viewer');
  const { page, problems } = await stage.window('/profile?tab=passkeys');
  await addAuthenticator(page);

  await t.test('the address that was asked for is shown after the sign-in', async () => {
    await signIn(page, person);
    await heading(page, 'Your profile').waitFor();
  });

  await t.test('it is made by the browser, and ends the sessions', async () => {
    await page.getByRole('button', { name: 'Add a passkey', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await field(dialog, 'Name').fill('Work laptop');
    await press(dialog, 'Add a passkey');
    await heading(page, 'The passkey Work laptop is added').waitFor();
    await press(page, 'Go to the sign-in page');
  });

  await t.test('it signs in without a login, and is listed', async () => {
    await press(page, 'Use a passkey');
    await heading(page, 'Your profile').waitFor();
    await page.getByRole('row', { name: /Work laptop/ }).waitFor();
    await page.getByRole('button', { name: person.email.replace(/@.*/, '') }).waitFor();
  });

  t.same(unexpected(problems), []);
});

/** An authenticator that the browser simulates, of a laptop. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
