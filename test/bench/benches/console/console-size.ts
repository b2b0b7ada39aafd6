import type { Browser, Page } from 'playwright-core';
import { noBrowser } from '../../../browser/chromium.ts';
import { settled } from '../../../browser/console/support/visit-page.ts';
import { type Bench, type Line, noMoreThan } from '../../bench.ts';
import { PASSWORD } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { freshPage, openBrowser, quiet } from './open-console.ts';
import { servedBeside } from './served-beside.ts';

const SIGN_IN_KB = 100;
const HOME_KB = 230;
const BYTES_PER_KB = 1_000;
const LARGEST = 3;

interface Script {
  readonly name: string;
  readonly bytes: number;
}

/** Scripts a page has received, as they were transferred. */
const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .map(({ name, encodedBodySize }) => ({ name: name.slice(name.lastIndexOf('/') + 1), bytes: encodedBodySize }))`;

async function scriptsOf(page: Page): Promise<readonly Script[]> {
  await quiet(page);
  const entries = await page.evaluate<readonly Script[]>(SCRIPTS);
  const once = new Map(entries.map((script) => [script.name, script]));
  if (once.size === 0) throw new Error('the page loaded no script');
  return [...once.values()];
}

function lineOf(name: string, scripts: readonly Script[], mostKb: number): Line {
  const all = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / BYTES_PER_KB;
  const largest = scripts
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, LARGEST)
    .map((script) => `${script.name} ${(script.bytes / BYTES_PER_KB).toFixed(1)}`);
  const note = `${scripts.length} files; the largest: ${largest.join(', ')} KB.`;
  return { name, unit: 'KB', floor: [], product: [all], bar: noMoreThan(mostKb), note };
}

async function transferred(stage: Stage): Promise<readonly Line[]> {
  const { product, admin } = await stage.scene();
  const browser = await openBrowser();
  try {
    return await oneVisit(browser, product.url, admin.email);
  } finally {
    await browser.close();
  }
}

/** From an empty cache: the page of signing in, and home in the same tab. */
async function oneVisit(browser: Browser, url: string, email: string): Promise<readonly Line[]> {
  const page = await freshPage(browser);
  await page.goto(`${url}/console/`);
  await page.getByLabel('Login', { exact: true }).waitFor();
  const signIn = await scriptsOf(page);
  await page.getByLabel('Login', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  await settled({ page });
  return [
    lineOf('scripts to sign in', signIn, SIGN_IN_KB),
    lineOf('scripts until home', await scriptsOf(page), HOME_KB),
  ];
}

async function run(stage: Stage): Promise<readonly Line[]> {
  if (noBrowser !== false) stage.say(`  what browsers receive is not measured: ${noBrowser}`);
  const scripts = noBrowser === false ? await transferred(stage) : [];
  return [...scripts, await servedBeside(stage)];
}

export const consoleSize: Bench = {
  name: 'console-size',
  about: 'scripts of the console as transferred, and what serving them costs the API',
  run,
};
