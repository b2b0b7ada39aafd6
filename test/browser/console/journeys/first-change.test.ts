import { type LabEndpoint, RouterOsController } from '@patchbay/lab';
import type { Page } from 'playwright-core';
import t from 'tap';
import { ledgerOf } from '../../../demo/ledger.ts';
import { PASSWORD, started } from '../../../harness/index.ts';
import { noBrowser } from '../../chromium.ts';
import { button, choose, field, goTo, heading, press, said } from '../support/by-name.ts';
import { fillRule } from '../support/device-form.ts';
import { ConsoleStage } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

const RULE = { chain: 'forward', action: 'drop', protocol: 'tcp', 'dst-port': '23', comment: 'no telnet' };

t.test('from an empty platform to the first applied change', { skip: noBrowser }, async (t) => {
  const stage = await ConsoleStage.open(t);
  const router = await started(t, new RouterOsController({ devices: 4, identity: 'edge-router' }));
  const { page, problems } = await stage.window();

  await t.test('the first visit sets the platform up and is signed in', async () => {
    await heading(page, 'Set up Patchbay').waitFor();
    await setUp(page);
    await heading(page, 'Home').waitFor();
  });

  await t.test('a site and a controller come in, and the controller is read', async (t) => {
    await goTo(page, 'Sites');
    await button(page, 'New site').first().click();
    await field(page, 'Name').fill('Pier 4');
    await press(page, 'Create');
    await said(page, 'Site Pier 4 created.');
    await addController(page, router);
    const test = page.getByRole('dialog', { name: 'Test of the connection: edge router' });
    await said(test, 'It answers and lets us in');
    await press(test, 'Sync now');
    await heading(page, 'edge router').waitFor();
    const sync = page.getByRole('dialog', { name: 'Sync' });
    await said(sync, 'succeeded');
    await press(sync, 'Close');
    t.same(await ledgerOf(router), [], 'nothing was written so far');
  });

  await t.test('a firewall rule is staged from a form, reviewed, and applied once', async (t) => {
    await page.getByRole('tab', { name: 'Gear' }).click();
    const features = page.getByRole('navigation', { name: 'Areas and features' });
    await features.getByLabel('Find a feature').fill('filter');
    await features.getByRole('link', { name: 'Filter', exact: true }).click();
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await fillRule(page, RULE.comment);
    await press(page, 'Stage change');
    await page.getByRole('alert').getByText('The change is staged').waitFor();
    await page.getByRole('link', { name: 'Review the change' }).click();
    await heading(page, 'Add firewall filter rule “no telnet” on edge router at Pier 4').waitFor();
    await page.getByRole('cell', { name: RULE['dst-port'], exact: true }).first().waitFor();
    t.same(await ledgerOf(router), [], 'what is staged is not written');

    await press(page, 'Apply');
    await press(page.getByRole('dialog', { name: 'Apply to the live device' }), 'Apply now');
    await said(page, 'Applied, and read back from the device.');
    const writes = await ledgerOf(router);
    t.same(
      writes.map(({ method, path, body }) => ({ method, path, body: JSON.parse(body) })),
      [{ method: 'PUT', path: '/rest/ip/firewall/filter', body: RULE }],
      'exactly one write at the router',
    );
  });

  await t.test('undo stages the write that takes it away, and writes nothing', async (t) => {
    await press(page, 'Undo');
    await heading(page, 'Delete firewall filter rule “no telnet” on edge router at Pier 4').waitFor();
    await button(page, 'Apply').waitFor();
    t.equal((await ledgerOf(router)).length, 1);
  });

  t.same(unexpected(problems), []);
});

async function setUp(page: Page): Promise<void> {
  await field(page, 'Name of the organization').fill('Pier Networks');
  await press(page, 'Continue');
  await field(page, 'E-mail address').fill('owner@example.com');
  await field(page, 'Username').fill('owner');
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Password, once more').fill(PASSWORD);
  await press(page, 'Continue');
  await press(page, 'Set up');
}

async function addController(page: Page, { url, credentials }: LabEndpoint): Promise<void> {
  await goTo(page, 'Controllers');
  await button(page, 'Add controller').first().click();
  const dialog = page.getByRole('dialog', { name: 'Add controller' });
  await field(dialog, 'Name').fill('edge router');
  await dialog.getByRole('combobox', { name: 'Site' }).fill('Pier');
  await page.getByRole('option', { name: 'Pier 4' }).click();
  await choose(page, dialog.getByRole('button', { name: /Vendor$/ }), 'MikroTik RouterOS');
  await field(dialog, 'Address').fill(url);
  await field(dialog, 'User name').fill(credentials.username);
  await field(dialog, 'Password').fill(credentials.password);
  await press(dialog, 'Add');
  await said(page, 'Controller edge router added.');
}
