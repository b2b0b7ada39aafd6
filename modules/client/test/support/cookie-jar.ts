import type { BrowserParts } from '@patchbay/client';

type Fetch = (request: Request) => Promise<Response>;

/** Keeps cookies as the browser of one user does, for all tabs, and notes what was sent. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();
  readonly #readable = new Set<string>();
  /** Method, path and status of each request, in the order of the answers. */
  readonly exchanged: string[] = [];

  readonly fetch: Fetch = async (request) => {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(request.headers);
    if (cookies !== '' && request.credentials !== 'omit') headers.set('Cookie', cookies);
    const response = await fetch(new Request(request, { headers }));
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    this.exchanged.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
    return response;
  };

  /** Replaces the page: `document.cookie`, and locks that all tabs share where there are any. */
  parts(locks: BrowserParts['locks']): BrowserParts {
    return { cookies: () => this.#text(), locks };
  }

  forget(name: string): void {
    this.#cookies.delete(name);
  }

  #text(): string {
    return [...this.#cookies]
      .flatMap(([name, value]) => (this.#readable.has(name) ? `${name}=${value}` : []))
      .join('; ');
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '' || /;\s*max-age=0/i.test(cookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
    if (!/;\s*httponly/i.test(cookie)) this.#readable.add(name);
  }
}
