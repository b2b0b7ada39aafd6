import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../../browser/chromium.ts';
import { builtConsole } from '../../../browser/console/support/built-console.ts';
import { signedInContext } from '../../../browser/console/support/signed-in-context.ts';
import { settled } from '../../../browser/console/support/visit-page.ts';

/** Window as people on call have it. */
const WINDOW: BrowserContextOptions = { viewport: { width: 1_440, height: 900 }, locale: 'en-GB' };
const QUIET_MS = 15_000;
const PAUSE_MS = 700;

/** A platform whose console is looked at, and who looks. */
export interface Viewed {
  readonly url: string;
  readonly person: { readonly email: string; readonly password: string };
}

/** A browser for one bench; whoever opens it closes it. What it will look at is built first. */
export async function openBrowser(): Promise<Browser> {
  await builtConsole();
  return launchBrowser();
}

/** A page in a browser without cookies or cache. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext(WINDOW);
  return context.newPage();
}

/** A page of the console as somebody who is signed in, loaded whole; `prepare` sees it before it loads anything. */
export async function openPage(
  browser: Browser,
  { url, person }: Viewed,
  path: string,
  prepare: (page: Page) => void = () => {},
): Promise<Page> {
  const context = await signedInContext(browser, { url }, person, WINDOW);
  const page = await context.newPage();
  prepare(page);
  await page.goto(`${url}/console${path}`);
  await settled({ page });
  await quiet(page);
  return page;
}

const UNTIL_QUIET = `new Promise((done) => {
  const startedMs = performance.now();
  let before = -1;
  const look = () => {
    const loaded = performance.getEntriesByType('resource').length;
    if (loaded === before || performance.now() - startedMs > ${QUIET_MS}) return done();
    before = loaded;
    setTimeout(look, ${PAUSE_MS});
  };
  look();
})`;

/** Waits until nothing was loaded for a moment; a page that goes on asking for news is taken as it is. */
export const quiet = (page: Page): Promise<void> => page.evaluate<void>(UNTIL_QUIET);

/** Closes a page with its cookies and its cache. */
export const closePage = (page: Page): Promise<void> => page.context().close();
