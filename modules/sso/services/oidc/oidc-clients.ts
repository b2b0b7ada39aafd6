import { Service } from '@patchbay/kernel/di';
import type { Outbound } from '@patchbay/kernel/outbound';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import type { SignInProvider } from '../admission/sign-in-provider.ts';
import { OidcFault } from './oidc-fault.ts';
import { guardedFetch } from './oidc-fetch.ts';
import type { PlainHosts } from './plain-hosts.ts';

/** Signatures that only the provider can make; `none` and those with a shared key are not among them. */
const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const FRESH_MS = 5 * 60_000;
const MAX_KEPT = 200;
const TIMEOUT_SECONDS = 10;

interface Kept {
  readonly client: Promise<Configuration>;
  readonly atMs: number;
}

/** Clients of OIDC providers; a provider's metadata and keys are kept for five minutes. */
export class OidcClients extends Service<{
  outbound: Pick<Outbound, 'send'>;
  allowedHosts: readonly string[];
  plain: PlainHosts;
  clock: Clock;
}> {
  readonly #kept = new Map<string, Kept>();

  /** Rejects with what openid-client throws, or an `OidcFault`. A change of the provider makes a new client. */
  of(provider: SignInProvider): Promise<Configuration> {
    const key = `${provider.id} ${provider.updated_at}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.parts.clock.monotonicMs() - kept.atMs < FRESH_MS) return kept.client;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const client = this.#discover(provider);
    this.#kept.set(key, { client, atMs: this.parts.clock.monotonicMs() });
    client.catch(() => this.#kept.delete(key));
    return client;
  }

  /** The same, asked now. */
  async fresh(provider: SignInProvider): Promise<Configuration> {
    return this.#discover(provider);
  }

  async #discover({
    config: { issuer = '', client_id = '' },
    secret,
  }: SignInProvider): Promise<Configuration> {
    const openid = await import('openid-client');
    const url = new URL(issuer);
    const execute = this.parts.plain.allowsHttp(url) ? [openid.allowInsecureRequests] : [];
    const fetch = guardedFetch(this.parts.outbound, this.parts.allowedHosts, this.parts.plain);
    const options = { [openid.customFetch]: fetch, timeout: TIMEOUT_SECONDS, execute };
    const found = (
      await openid.discovery(url, client_id, undefined, openid.None(), options)
    ).serverMetadata();
    const client = new openid.Configuration(
      pinned(found, issuer),
      client_id,
      undefined,
      authentication(openid, found, secret),
    );
    client[openid.customFetch] = fetch;
    client.timeout = TIMEOUT_SECONDS;
    for (const each of [...execute, openid.enableNonRepudiationChecks]) each(client);
    return client;
  }
}

/** The issuer word for word: openid-client is lenient with some, where any tenant could then sign in. */
function pinned(found: Readonly<ServerMetadata>, issuer: string): ServerMetadata {
  if (found.issuer !== issuer) throw new OidcFault('wrong_issuer');
  const { supportsPKCE: _, ...metadata } = found as ServerMetadata & { supportsPKCE?: unknown };
  const listed = found.id_token_signing_alg_values_supported ?? ['RS256'];
  const usable = listed.filter((name) => SIGNATURES.includes(name));
  if (usable.length === 0) throw new OidcFault('no_usable_signature');
  return { ...metadata, id_token_signing_alg_values_supported: usable };
}

function authentication(
  { None, ClientSecretBasic, ClientSecretPost }: typeof import('openid-client'),
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: Readonly<ServerMetadata>,
  secret: SignInProvider['secret'],
): ClientAuth {
  if (secret === null) return None();
  const postOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return postOnly ? ClientSecretPost(secret.reveal()) : ClientSecretBasic(secret.reveal());
}
