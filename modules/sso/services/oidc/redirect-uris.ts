import { ConfigError } from '@patchbay/kernel/config';
import { validationFailed } from '@patchbay/kernel/errors';

/** Addresses for the return of OIDC logins: the platform's own, word for word. */
export class RedirectUris {
  readonly #configured: readonly string[];

  /** Throws a `ConfigError` for what is no address to come back to. */
  constructor(configured: readonly string[]) {
    for (const text of configured) check(text);
    this.#configured = configured;
  }

  /** The default, or the one that is asked for; throws `kernel.validation_failed` for any other. `base_url` is BASE_URL. */
  choose(wanted: string | undefined, base_url: string): string {
    const [first, ...others] = this.#allowed(base_url);
    if (wanted === undefined || wanted === first) return first;
    if (others.includes(wanted)) return wanted;
    const message = 'is none of the addresses that logins may come back to';
    throw validationFailed({ details: [{ field: 'redirect_uri', message, type: 'not_allowed' }] });
  }

  #allowed(base_url: string): readonly [string, ...string[]] {
    const [first, ...others] = this.#configured;
    if (first !== undefined) return [first, ...others];
    return [`${base_url}/auth/sso/callback`, `${base_url}/console/sso/callback`];
  }
}

/** A query or fragment would be mixed with what the provider adds. */
function check(text: string): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(text) || url.username !== '')
    throw new ConfigError(
      `SSO_REDIRECT_URLS takes absolute addresses such as https://console.example.com/auth/sso/callback, not "${text}"`,
    );
}
