import type { Observed } from '../../chromium.ts';

const SETTLED_MS = 60_000;

/** Waits until a page has its heading and nothing of it is loading. Its policy lets no function wait in the page. */
export async function settled({ page }: Pick<Observed, 'page'>): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: SETTLED_MS });
  const busy = page.locator('[aria-busy=true]').first();
  await busy.waitFor({ state: 'detached', timeout: SETTLED_MS });
}
