import type { BrowserContext } from 'playwright-core';
import { type Observed, observedPage } from '../../chromium.ts';

const SETTLED_MS = 60_000;

/** Waits until a page has its heading and nothing of it is loading. Its policy lets no function wait in the page. */
export async function settled({ page }: Pick<Observed, 'page'>): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: SETTLED_MS });
  const busy = page.locator('[aria-busy=true]').first();
  await busy.waitFor({ state: 'detached', timeout: SETTLED_MS });
}

/** Opens a page of the console, path below `/console`. */
export async function visit(context: BrowserContext, origin: string, path: string): Promise<Observed> {
  const observed = await observedPage(context, origin);
  await observed.page.goto(`${origin}/console${path}`);
  await settled(observed);
  return observed;
}
