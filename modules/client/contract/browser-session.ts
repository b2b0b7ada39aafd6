/** Parts of a page that Node lacks; the defaults are those of the page. */
export interface BrowserParts {
  /** The cookies that scripts may read, as `document.cookie`. */
  readonly cookies: () => string;
  /** Lets one tab at a time do what it does; absent where the browser has no Web Locks. */
  readonly locks?: BrowserLocks | undefined;
}

export interface BrowserLocks {
  request(name: string, work: () => Promise<void>): Promise<unknown>;
}

export function pageParts(): BrowserParts {
  const { document, navigator }: PageGlobals = globalThis;
  return { cookies: () => document?.cookie ?? '', locks: navigator?.locks };
}

interface PageGlobals {
  readonly document?: { readonly cookie: string };
  readonly navigator?: { readonly locks?: BrowserLocks };
}

type Fetch = (request: Request) => Promise<Response>;

interface SessionOptions {
  readonly fetch: Fetch;
  /** Address of `POST /auth/refresh`. */
  readonly refreshUrl: string;
  readonly parts: BrowserParts;
  readonly onSignedOut: () => void;
}

const LOCK = 'patchbay.refresh';

/** How a refresh went: the answer that stands in its way, or none. */
interface Refreshed {
  readonly isSignedOut: boolean;
  readonly refusal: Response | null;
}

const REFRESHED: Refreshed = { isSignedOut: false, refusal: null };

/**
 * Sends requests by the cookies of the page (SPEC 5.2, 5.3). An access token that ran out is traded for a new one once,
 * by one tab for all: each new pair comes with a new CSRF value, by which others see that it was done.
 */
export class BrowserSession {
  readonly #options: SessionOptions;
  #refreshing: Promise<Refreshed> | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Sends it, and once more after a refresh if its credential is refused. */
  readonly send: Fetch = async (request) => {
    const again = request.clone();
    const csrf = this.#csrf();
    const answer = await this.sendOnce(request);
    if (answer.status !== 401) return answer;
    const { isSignedOut, refusal } = await this.#refresh(csrf);
    if (isSignedOut) return answer;
    return refusal?.clone() ?? this.sendOnce(again);
  };

  /** Sends it as it is: a 401 of an operation that needs no credential says nothing about the session. */
  readonly sendOnce: Fetch = (request) => {
    const csrf = this.#csrf();
    if (csrf !== null && request.method !== 'GET') request.headers.set('X-CSRF-Token', csrf);
    return this.#options.fetch(request);
  };

  #refresh(staleCsrf: string | null): Promise<Refreshed> {
    this.#refreshing ??= this.#refreshLocked(staleCsrf).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshLocked(staleCsrf: string | null): Promise<Refreshed> {
    const { locks } = this.#options.parts;
    if (!locks) return this.#refreshUnlessDone(staleCsrf);
    let result = REFRESHED;
    await locks.request(LOCK, async () => {
      result = await this.#refreshUnlessDone(staleCsrf);
    });
    return result;
  }

  async #refreshUnlessDone(staleCsrf: string | null): Promise<Refreshed> {
    const csrf = this.#csrf();
    if (this.#isNewerThan(staleCsrf)) return REFRESHED;
    // The CSRF value lives as long as the refresh token.
    const answer = csrf === null ? null : await this.sendOnce(this.#refreshRequest());
    // Without Web Locks another tab may have been first, which leaves nothing to trade for this one.
    if (answer?.ok || this.#isNewerThan(csrf)) return REFRESHED;
    const isSignedOut = answer === null || (answer.status < 500 && answer.status !== 429);
    if (isSignedOut) this.#options.onSignedOut();
    return { isSignedOut, refusal: answer };
  }

  #isNewerThan(former: string | null): boolean {
    const csrf = this.#csrf();
    return csrf !== null && csrf !== former;
  }

  #refreshRequest(): Request {
    return new Request(this.#options.refreshUrl, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'same-origin',
    });
  }

  #csrf(): string | null {
    return /(?:^|;\s*)svc_csrf=([^;]+)/.exec(this.#options.parts.cookies())?.[1] ?? null;
  }
}
