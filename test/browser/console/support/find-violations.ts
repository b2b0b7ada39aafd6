import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations.map(
  ({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }))))`;

/** Violations of accessibility rules in a page, in words. Runs over the debugger: the page's policy lets no script in. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') });
    const { result } = await session.send('Runtime.evaluate', {
      expression: RUN,
      awaitPromise: true,
      returnByValue: true,
    });
    const violations = JSON.parse(String(result.value)) as readonly Violation[];
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary.slice(0, 300)}`,
      ),
    );
  } finally {
    await session.detach();
  }
}

/** Whether a page is wider than its window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth + 1');
