import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser/chromium.ts';
import { call } from '../harness/http-client.ts';
import { ledgerOf } from './ledger.ts';
import { must } from './narrator.ts';
import { type DemoScene, ENGINEER, FEATURE } from './scene.ts';

const RULE = {
  chain: 'forward',
  action: 'drop',
  protocol: 'tcp',
  'dst-port': '445',
  comment: 'no file shares',
};
const WAITING_MS = 60_000;

/** Sign-in, review and apply as people do it; everything is found by its role and its name. */
export async function inBrowser(scene: DemoScene): Promise<void> {
  const { narrator, url } = scene;
  const page_url = `${url}/console/`;
  must((await call(url, 'GET', '/console/')).status === 200, 'the console to be built (npm run console)');
  const path = `/gateway-mikrotik-firewall/${scene.router_id}/changes/${FEATURE}?operation=create`;
  const body = { payload: RULE };
  const staged = await scene.api.call('POST', path, 201, { token: scene.engineer, body });
  const before = (await ledgerOf(scene.router)).length;
  const browser = await narrator.waiting('starting the browser', launchBrowser());
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1_280, height: 800 } });
    page.setDefaultTimeout(WAITING_MS);
    await page.goto(page_url);
    await signIn(scene, page);
    await review(scene, page);
    await apply(scene, page);
  } finally {
    await browser.close();
  }
  const written = (await ledgerOf(scene.router)).slice(before);
  must(written.length === 1, `exactly one write at the router, not ${written.length}`);
  const { body: change } = await call(url, 'GET', `/api/v1/changes/${staged.body.id}`, {
    token: scene.engineer,
  });
  must(change.status === 'applied', `the change to be applied, not ${change.status}`);
  narrator.says(`The router's ledger shows it: ${written[0]?.method} ${written[0]?.path}`);
}

async function signIn({ narrator }: DemoScene, page: Page): Promise<void> {
  narrator.sent(`browser: Login ${ENGINEER.email}, Password …, Sign in`);
  await page.getByLabel('Login', { exact: true }).fill(ENGINEER.email);
  await page.getByLabel('Password', { exact: true }).fill(ENGINEER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Changes', exact: true }).click();
  narrator.got(`page: ${await headingOf(page)}`);
}

async function review({ narrator }: DemoScene, page: Page): Promise<void> {
  narrator.sent('browser: the change that waits');
  await page.getByRole('link', { name: new RegExp(RULE.comment) }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(RULE.comment) }).waitFor();
  narrator.got(`page: ${await headingOf(page)}`);
  await page.getByRole('cell', { name: RULE['dst-port'], exact: true }).first().waitFor();
  narrator.says('Its fields stand there as they are on the router and as they will be.');
}

async function apply({ narrator }: DemoScene, page: Page): Promise<void> {
  narrator.sent('browser: Apply, Apply now');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply now', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  narrator.got('page: applied, and offers to undo it');
}

const headingOf = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
