import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Observed, observedPage } from '../browser/chromium.ts';
import { signedInContext } from '../browser/console/support/signed-in-context.ts';
import { settled } from '../browser/console/support/visit-page.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** A picture: the path that names it, and the address below `/console` that it shows. */
export interface Shot {
  readonly name: string;
  readonly address: string;
}

const WINDOW = { width: 1_280, height: 800 };

/** Takes pictures of a console, and says which pages it could not show. */
export class Pictures {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #folder: string;
  readonly problems: string[] = [];
  taken = 0;

  constructor(browser: Browser, url: string, folder: string) {
    this.#browser = browser;
    this.#url = url;
    this.#folder = folder;
  }

  /** Pages that are alike for all. */
  async signedOut(shots: readonly Shot[]): Promise<void> {
    for (const colorScheme of THEMES) {
      const context = await this.#browser.newContext({ viewport: WINDOW, colorScheme, locale: 'en-GB' });
      await this.#takeAll(context, shots, colorScheme);
    }
  }

  /** Pages as this person sees them. */
  async signedIn(person: Person, shots: readonly Shot[]): Promise<void> {
    for (const colorScheme of THEMES) {
      const options = { viewport: WINDOW, colorScheme };
      const context = await signedInContext(this.#browser, { url: this.#url }, person, options);
      await this.#takeAll(context, shots, colorScheme);
    }
  }

  async #takeAll(context: BrowserContext, shots: readonly Shot[], theme: Theme): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const observed = await observedPage(context, this.#url);
    for (const { name, address } of shots) {
      const file = join(this.#folder, `${fileName(name)}.${theme}.png`);
      await this.#take(observed, address, file).catch((error: unknown) =>
        this.problems.push(`${address}: ${error instanceof Error ? error.message : error}`),
      );
    }
    this.problems.push(...observed.problems.map((problem) => `${theme}: ${problem}`));
    await context.close();
  }

  async #take({ page }: Observed, address: string, path: string): Promise<void> {
    await page.goto(`${this.#url}/console${address}`);
    await settled({ page });
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await page.screenshot({ path, animations: 'disabled' });
    this.taken += 1;
  }
}

/** `/sites/$site_id` becomes `sites-site_id`. */
const fileName = (path: string): string =>
  path.split('/').filter(Boolean).join('-').replaceAll('$', '') || 'home';
