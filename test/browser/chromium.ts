import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { canRun } from '../harness/can-run.ts';

/** Debian's own browser. */
const EXECUTABLE = '/usr/bin/chromium';
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs in the page before anything of its own. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  window.reportViolation(event.violatedDirective + ' ' + event.blockedURI);
});`;

/** Why a test with a browser cannot run here, or false. */
export const noBrowser: string | false = canRun(EXECUTABLE) ? false : `${EXECUTABLE} is not installed`;

const HEADLESS = { executablePath: EXECUTABLE, headless: true };
const ARGUMENTS = ['--headless', '--no-sandbox', ...QUIET];

export const launchBrowser = (): Promise<Browser> => chromium.launch({ ...HEADLESS, args: ARGUMENTS });

/** A browser that keeps what it stores in this folder, and has one context. */
export const launchProfile = (folder: string, args: readonly string[]): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...HEADLESS, args: [...ARGUMENTS, ...args] });

/** What went wrong in a page, and every address it asked for. */
export interface Observed {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly requests: readonly string[];
}

/**
 * A page that keeps its console's errors and warnings, uncaught errors, violations of its content policy and
 * failed answers. Nothing outside `origins` is reachable from it.
 */
export async function observedPage(
  context: BrowserContext,
  ...origins: readonly string[]
): Promise<Observed> {
  const problems: string[] = [];
  const requests: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) =>
    problems.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.exposeBinding('reportViolation', (_source, violation: string) => {
    problems.push(`policy: ${violation}`);
  });
  await page.addInitScript({ content: REPORT_VIOLATIONS });
  await page.route('**', (route) => {
    const url = route.request().url();
    requests.push(url);
    return origins.some((origin) => belongs(url, origin)) ? route.continue() : route.abort('blockedbyclient');
  });
  return { page, problems, requests };
}

/** Whether asking for it reaches the platform alone: blobs and data are the page's own. */
export function belongs(url: string, origin: string): boolean {
  const { protocol, origin: asked } = new URL(url);
  return protocol === 'blob:' || protocol === 'data:' || asked === origin;
}
