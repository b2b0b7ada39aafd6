import type { BrowserContext, Page } from 'playwright-core';
import { waitFor } from '../../../harness/index.ts';
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

  /** The same without loading the console anew, as a link of its own does; needs a page that is open. */
  async follow(path: string): Promise<() => readonly string[]> {
    const since = this.problems.length;
    const target = JSON.stringify(`/console${path}`);
    await this.page.evaluate(`former = document.querySelector('h1'); history.pushState({}, '', ${target})`);
    await waitFor(`another heading at ${path}`, () => this.page.evaluate('!former.isConnected'));
    await settled(this.#observed);
    return () => this.problems.slice(since);
  }

  /** Every problem of the way so far. */
  get problems(): readonly string[] {
    return unexpected(this.#observed.problems);
  }
}
