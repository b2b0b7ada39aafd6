import { DeviceError } from '@patchbay/vendor-kit';
export type FirewallCredential =
  | { readonly kind: 'key'; readonly secret: string }
  | { readonly kind: 'password'; readonly username: string; readonly secret: string };

type Headers = Readonly<Record<string, string>>;

/** Fetches a token with a password; anything but a text means that there is none. */
type FetchToken = (authorization: string) => Promise<unknown>;

/**
 * Credential in the header of requests: the key; or name and password, and once the firewall refuses these, a token
 * fetched with them, which is fetched anew when it has run out. A password that was refused is not tried again.
 */
export class SignIn {
  readonly #fetchToken: FetchToken;
  readonly #basic: string | null;
  #headers: Headers;
  #isRefused = false;
  #renewal: Promise<boolean> | undefined;

  constructor(credential: FirewallCredential, fetchToken: FetchToken) {
    this.#fetchToken = fetchToken;
    if (credential.kind === 'key') {
      this.#basic = null;
      this.#headers = { 'x-api-key': credential.secret };
    } else {
      const login = Buffer.from(`${credential.username}:${credential.secret}`).toString('base64');
      this.#basic = `Basic ${login}`;
      this.#headers = { authorization: this.#basic };
    }
  }

  headers(): Headers {
    return this.#headers;
  }

  /** Whether there is another sign-in to try than the one that was refused. */
  async renew(refused: Headers): Promise<boolean> {
    if (refused !== this.#headers) return true;
    if (this.#basic === null || this.#isRefused) return false;
    this.#renewal ??= this.#renew(this.#basic).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(basic: string): Promise<boolean> {
    try {
      const token = await this.#fetchToken(basic);
      if (typeof token !== 'string' || !/^[\w.~+/=-]{1,4096}$/.test(token)) return false;
      this.#headers = { authorization: `Bearer ${token}` };
      return true;
    } catch (error) {
      this.#isRefused = error instanceof DeviceError && error.type === 'adapter_authentication_error';
      return false;
    }
  }
}
