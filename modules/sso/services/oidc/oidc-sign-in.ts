import { Service } from '@patchbay/kernel/di';
import type { FirstStep, SignInCookies, SignInRequest } from '@patchbay/module-identity/contract';
import type { Configuration } from 'openid-client';
import { providerUnreachable, signInRefused } from '../../errors.ts';
import type { AuthorizeInput, CallbackInput } from '../../schemas/sign-in.ts';
import type { Admission } from '../admission/admission.ts';
import type { BrowserBinding } from '../admission/browser-binding.ts';
import type { LoginState, LoginStates } from '../admission/login-states.ts';
import type { AssertedIdentity, SignInProvider } from '../admission/sign-in-provider.ts';
import type { SignInRecord } from '../admission/sign-in-record.ts';
import type { ProviderLookup } from '../providers/provider-lookup.ts';
import { type Claims, identityOf, needsMore } from './oidc-claims.ts';
import type { OidcClients } from './oidc-clients.ts';
import { OidcFault, whyOf } from './oidc-fault.ts';
import type { RedirectUris } from './redirect-uris.ts';

const DEFAULT_SCOPES = ['profile', 'email'];

export interface Authorization {
  readonly authorization_url: string;
  readonly state: string;
}

export interface OidcParts {
  readonly lookup: ProviderLookup;
  readonly clients: OidcClients;
  readonly states: LoginStates;
  readonly binding: BrowserBinding;
  readonly redirects: RedirectUris;
  readonly admission: Admission;
  readonly record: SignInRecord;
}

/** The code flow with PKCE, state and nonce, up to the identity; identity completes the sign-in. */
export class OidcSignIn extends Service<OidcParts> {
  /** Throws `sso.provider_unreachable` when the provider does not say where logins go. */
  async authorize(
    { provider_id, redirect_uri: wanted, remember_me = false }: AuthorizeInput,
    request: SignInRequest,
    cookies: SignInCookies,
  ): Promise<Authorization> {
    const { lookup, redirects, binding, states, clients } = this.parts;
    const provider = await lookup.enabled(provider_id, 'oidc');
    const redirect_uri = redirects.choose(wanted, request.base_url);
    const client = await clients.of(provider).catch((cause: unknown) => {
      throw providerUnreachable({ cause });
    });
    const openid = await import('openid-client');
    const [code_verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()];
    const state = states.seal({
      provider_id,
      issuer: provider.config.issuer ?? '',
      code_verifier,
      nonce,
      redirect_uri,
      remember_me,
      browser: binding.bind(request, cookies),
    });
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri,
      scope: scopesOf(provider),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    });
    return { authorization_url: url.href, state };
  }

  /** Throws `sso.sign_in_refused`, `sso.not_admitted` and `sso.provider_unreachable`. */
  async callback(answer: CallbackInput, request: SignInRequest): Promise<FirstStep> {
    const { lookup, states, admission, record } = this.parts;
    const state = states.open(answer.state);
    if (state === null) throw signInRefused();
    const provider = await lookup.enabled(state.provider_id, 'oidc');
    const fault = await this.#faultOf(provider, state, request);
    if (fault !== null) {
      await record.refuse(provider, fault, { ip: request.ip });
      throw signInRefused();
    }
    const person = await this.#exchange(provider, state, answer);
    const user_id = await admission.admit(provider, person);
    return { user_id, method: 'oidc', remember_me: state.remember_me, two_factors: false };
  }

  /** The last check takes the state, so that a login of another user cannot be spoiled. */
  async #faultOf(
    provider: SignInProvider,
    state: LoginState,
    request: SignInRequest,
  ): Promise<string | null> {
    const { states, binding } = this.parts;
    if (states.hasRunOut(state)) return 'state_expired';
    if (!binding.holds(request, state.browser)) return 'other_browser';
    if (provider.config.issuer !== state.issuer) return 'provider_changed';
    return (await states.take(provider, state)) ? null : 'state_used';
  }

  async #exchange(
    provider: SignInProvider,
    { code_verifier, nonce, redirect_uri }: LoginState,
    { code, state, iss }: CallbackInput,
  ): Promise<AssertedIdentity> {
    const came = new URL(redirect_uri);
    for (const [name, value] of Object.entries({ code, state, iss }))
      if (value !== undefined) came.searchParams.set(name, value);
    const checks = { pkceCodeVerifier: code_verifier, expectedNonce: nonce, expectedState: state };
    try {
      const client = await this.parts.clients.of(provider);
      const { authorizationCodeGrant } = await import('openid-client');
      const tokens = await authorizationCodeGrant(client, came, { ...checks, idTokenExpected: true });
      const claims: Claims | undefined = tokens.claims();
      if (claims === undefined) throw new OidcFault('no_id_token');
      return identityOf(provider, claims, await userInfo(client, provider, tokens.access_token, claims));
    } catch (error) {
      throw await this.#failed(provider, error);
    }
  }

  async #failed(provider: SignInProvider, cause: unknown): Promise<Error> {
    const { isUnreachable, reason } = whyOf(cause);
    await this.parts.record.refuse(provider, 'exchange', { error: reason });
    return isUnreachable ? providerUnreachable({ cause }) : signInRefused({ cause });
  }
}

/** Asked only where the signed token leaves something open; the answer must be about the same subject. */
async function userInfo(
  client: Configuration,
  provider: SignInProvider,
  access_token: string,
  claims: Claims,
): Promise<Claims> {
  const { userinfo_endpoint } = client.serverMetadata();
  if (userinfo_endpoint === undefined || !needsMore(provider, claims)) return {};
  const { fetchUserInfo } = await import('openid-client');
  return fetchUserInfo(client, access_token, String(claims['sub']));
}

const scopesOf = ({ config: { scopes = DEFAULT_SCOPES } }: SignInProvider): string =>
  [...new Set(['openid', ...scopes])].join(' ');
