import type { Middleware } from 'openapi-fetch';
import type { BrowserParts } from './browser-session.ts';

/** Credential of the caller: an access token, an API key, or the session that the cookies of the page hold. */
export type ClientCredential =
  | { readonly token: string }
  | { readonly api_key: string }
  | { readonly cookies: 'browser' };

export interface ClientOptions {
  /** Address of the platform without `/api/v1`; empty for the one that served the page. */
  readonly baseUrl: string;
  readonly credential: ClientCredential;
  /** Instead of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Called with every request before it is sent; may answer another one, or a response. */
  readonly onRequest?: NonNullable<Middleware['onRequest']>;
  /** Called with every response, also with those that become errors; may answer another one. */
  readonly onResponse?: NonNullable<Middleware['onResponse']>;
  /** Called when the session of the page has ended; with `cookies` only. */
  readonly onSignedOut?: () => void;
  /** Replaces the parts of a page outside of one; with `cookies` only. */
  readonly browser?: BrowserParts;
}
