import { type LabEndpoint, RouterOsController, type RouterOsOptions } from '@patchbay/lab';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import {
  type BootOptions,
  bootPlatform,
  type Harness,
  loginOf,
  type Person,
  registered,
  started,
  synced,
} from '../../../harness/index.ts';
import { launchBrowser, observedPage } from '../../chromium.ts';
import { builtConsole } from './built-console.ts';
import type { Relay } from './relay.ts';
import { signedInContext } from './signed-in-context.ts';
import { settled } from './visit-page.ts';

/** So long that a machine with other work gets there. */
const SHOWN_MS = 60_000;

interface Test {
  teardown(work: () => unknown): unknown;
}

/** A window of the console, and what went wrong in it. */
export interface Window {
  readonly page: Page;
  readonly problems: readonly string[];
  /** Goes to a page of the console by its address. */
  go(path: string): Promise<void>;
  /** Another window of the same browser, as a tab is. */
  beside(path: string): Promise<Window>;
}

/** A simulated router that the platform knows. */
export interface StagedRouter {
  readonly lab: RouterOsController;
  readonly endpoint: LabEndpoint;
  readonly controller_id: string;
  readonly site_id: string;
}

export interface StageOptions extends BootOptions {
  /** Windows reach the platform through it. */
  readonly relay?: Relay;
  /** The name that windows call the platform's host by, where its address will not do. */
  readonly host?: string;
}

export interface WindowOptions extends BrowserContextOptions {
  /** Places beside the platform that it may reach. */
  readonly origins?: readonly string[];
}

/** A platform, a browser, and the people before it. */
export class ConsoleStage {
  readonly harness: Harness;
  readonly browser: Browser;
  /** Where windows find the platform. */
  readonly url: string;
  readonly #t: Test;

  private constructor(t: Test, harness: Harness, browser: Browser, url: string) {
    this.#t = t;
    this.harness = harness;
    this.browser = browser;
    this.url = url;
  }

  static async open(t: Test, { relay, host, ...options }: StageOptions = {}): Promise<ConsoleStage> {
    await builtConsole();
    const known: Record<string, string> = relay === undefined ? {} : { CORS_ORIGINS: relay.url };
    const harness = await bootPlatform(t, {
      ...options,
      environment: { ...known, ...options.environment },
    });
    relay?.leadTo(harness.url);
    const browser = await launchBrowser();
    t.teardown(() => browser.close());
    const url = new URL(relay?.url ?? harness.url);
    url.hostname = host ?? url.hostname;
    return new ConsoleStage(t, harness, browser, url.origin);
  }

  /** A window that nobody has signed in at. */
  async window(path = '/', options: WindowOptions = {}): Promise<Window> {
    const { origins = [], ...others } = options;
    const context = await this.browser.newContext({ locale: 'en-GB', ...others });
    return this.#keep(context, path, origins);
  }

  /** A window of a person, each in a context of its own. */
  async windowOf(person: Person, path = '/', options: WindowOptions = {}): Promise<Window> {
    const { origins = [], ...others } = options;
    return this.#keep(await signedInContext(this.browser, this.harness, person, others), path, origins);
  }

  #keep(context: BrowserContext, path: string, origins: readonly string[]): Promise<Window> {
    this.#t.teardown(() => context.close());
    context.setDefaultTimeout(SHOWN_MS);
    return this.#windowIn(context, path, origins);
  }

  async #windowIn(context: BrowserContext, path: string, origins: readonly string[]): Promise<Window> {
    const observed = await observedPage(context, this.url, ...origins);
    const go = async (to: string): Promise<void> => {
      await observed.page.goto(`${this.url}/console${to}`);
      await settled(observed);
    };
    await go(path);
    return { ...observed, go, beside: (to) => this.#windowIn(context, to, origins) };
  }

  /** A simulated router, registered at a site and read once. */
  async router(as: Person, options: RouterOsOptions = {}): Promise<StagedRouter> {
    const lab = new RouterOsController({ devices: 4, identity: 'edge-router', ...options });
    const endpoint = await started(this.#t, lab);
    const site_id = await this.harness.site(as, 'Pier 4');
    const router = { name: 'edge router', site_id, vendor: 'mikrotik', endpoint, login: loginOf(endpoint) };
    const controller_id = await registered(this.harness, as, router);
    await synced(this.harness, as, controller_id);
    return { lab, endpoint, controller_id, site_id };
  }

  /** Stages a change of a router's feature; answers its id. */
  async staged(
    as: Person,
    controller_id: string,
    feature: string,
    operation: string,
    body: object,
  ): Promise<string> {
    const area = feature.split('.')[0];
    const path = `/gateway-mikrotik-${area}/${controller_id}/changes/${feature}?operation=${operation}`;
    return this.harness.created(as, path, body);
  }

  /** Stages a rule that refuses telnet; answers the change's id. */
  stagedRule(as: Person, controller_id: string, comment: string): Promise<string> {
    const payload = { chain: 'forward', action: 'drop', protocol: 'tcp', 'dst-port': '23', comment };
    return this.staged(as, controller_id, 'firewall.filter', 'create', { payload });
  }
}
