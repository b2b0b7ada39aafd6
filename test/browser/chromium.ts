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

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: EXECUTABLE,
    headless: true,
    args: ['--headless', '--no-sandbox', ...QUIET],
  });

/** What went wrong in a page, and every address it asked for. */
export interface Observed {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly requests: readonly string[];
}

/**
 * A page that keeps its console's errors and warnings, uncaught errors, violations of its content policy and
 * failed answers. Nothing outside `origin` is reachable from it.
 */
export async function observedPage(context: BrowserContext, origin: string): Promise<Observed> {
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
  await context.exposeBinding('reportViolation', (_source, violation: string) => {
    problems.push(`policy: ${violation}`);
  });
  await page.addInitScript({ content: REPORT_VIOLATIONS });
  await context.route('**', (route) => {
    const url = route.request().url();
    requests.push(url);
    return belongs(url, origin) ? route.continue() : route.abort('blockedbyclient');
  });
  return { page, problems, requests };
}

/** Whether asking for it reaches the platform alone: blobs and data are the page's own. */
export function belongs(url: string, origin: string): boolean {
  const { protocol, origin: asked } = new URL(url);
  return protocol === 'blob:' || protocol === 'data:' || asked === origin;
}
