import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { signedInContext } from '../browser/console/support/signed-in-context.ts';
import { settled } from '../browser/console/support/visit-page.ts';
import type { Person, Shot } from './pictures.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'modules', 'console', 'docs');
const WINDOW = { width: 1_200, height: 750 };
const MOST_BYTES = 120_000;
const JPEG_QUALITY = 80;

/** Writes them beside the pages for newcomers; answers the files. What is too large as PNG becomes JPEG. */
export async function takeReadmePictures(
  browser: Browser,
  url: string,
  person: Person,
  shots: readonly Shot[],
): Promise<readonly string[]> {
  const context = await signedInContext(browser, { url }, person, { viewport: WINDOW, colorScheme: 'light' });
  const page = await context.newPage();
  const files: string[] = [];
  for (const { name, address } of shots) {
    await page.goto(`${url}/console${address}`);
    await settled({ page });
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    const [png, jpeg] = [join(DOCS, `${name}.png`), join(DOCS, `${name}.jpg`)];
    await page.screenshot({ path: png, animations: 'disabled' });
    await rm(jpeg, { force: true });
    if ((await stat(png)).size <= MOST_BYTES) {
      files.push(png);
      continue;
    }
    await rm(png);
    await page.screenshot({ path: jpeg, type: 'jpeg', quality: JPEG_QUALITY, animations: 'disabled' });
    files.push(jpeg);
  }
  await context.close();
  return files;
}
