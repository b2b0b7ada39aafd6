import type { BrowserContext, Page } from 'playwright-core';
import { type Observed, observedPage } from '../../chromium.ts';
import { unexpected } from './unexpected.ts';
import { settled } from './visit-page.ts';

/** One window that goes from page to page of the console, and what went wrong at each. */
export class Tour {
  readonly page: Page;
  readonly #observed: Observed;
  readonly #origin: string;

  private constructor(observed: Observed, origin: string) {
    this.page = observed.page;
    this.#observed = observed;
    this.#origin = origin;
  }

  static async begin(context: BrowserContext, origin: string): Promise<Tour> {
    return new Tour(await observedPage(context, origin), origin);
  }

  /** Opens a page by its address below `/console`; answers a function that tells its problems so far. */
  async visit(path: string): Promise<() => readonly string[]> {
    const since = this.problems.length;
    await this.page.goto(`${this.#origin}/console${path}`);
    await settled(this.#observed);
    return () => this.problems.slice(since);
  }

  /** Every problem of the way so far. */
  get problems(): readonly string[] {
    return unexpected(this.#observed.problems);
  }
}
