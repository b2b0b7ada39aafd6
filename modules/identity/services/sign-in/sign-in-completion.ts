import { Service } from '@patchbay/kernel/di';
import { unauthenticated } from '@patchbay/kernel/errors';
import type {
  Authority,
  FirstStep,
  PendingSignIn,
  SignInCookies,
  SignInReply,
  SignInRequest,
  SignIns,
  UserAuthority,
} from '../../contract.ts';
import { mfaTokenRefused } from '../../errors/accounts.ts';
import type { Memberships } from '../people/memberships.ts';
import type { Sessions, SignedInBy } from '../tokens/sessions.ts';
import type { MfaTokens } from './mfa-tokens.ts';
import { type CsrfValues, setCookies } from './sign-in-cookies.ts';

/** Completes every sign-in: with a second step to take, or with a session and its cookies. */
export class SignInCompletion
  extends Service<{
    authority: Authority;
    standings: Pick<Memberships, 'of'>;
    tokens: MfaTokens;
    sessions: Sessions;
    csrf: CsrfValues;
  }>
  implements SignIns
{
  async finish(step: FirstStep, request: SignInRequest, cookies: SignInCookies): Promise<SignInReply> {
    const { user, methods } = await (step.standing ?? this.parts.standings.of(step));
    if (user.token_version !== (step.token_version ?? user.token_version)) throw unauthenticated();
    if (methods.length === 0) return this.#open(user, step, request, cookies);
    await step.confirmed;
    const { method, remember_me } = step;
    const claims = { sub: user.user_id, tv: user.token_version, method, remember_me };
    return { require_mfa: true, mfa_token: await this.parts.tokens.mint(claims), methods: [...methods] };
  }

  /** A token outlives neither a change of the user's credentials, nor the user, nor the session it opened. */
  async pending(mfa_token: string): Promise<PendingSignIn> {
    const { sub, tv, jti, method, remember_me } = await this.parts.tokens.verify(mfa_token);
    const user = await this.parts.authority.now(sub);
    if (user.token_version !== tv || (await this.parts.sessions.isOpenedBy(jti))) throw mfaTokenRefused();
    const { organization_id } = user;
    return { user_id: sub, organization_id, method, remember_me, token_id: jti, token_version: tv };
  }

  async finishSecond(
    pending: PendingSignIn,
    second_method: string,
    request: SignInRequest,
    cookies: SignInCookies,
  ): Promise<SignInReply> {
    const user = await this.parts.authority.now(pending.user_id);
    if (user.token_version !== pending.token_version) throw mfaTokenRefused();
    return this.#open(user, { ...pending, second_method }, request, cookies);
  }

  async #open(
    user: UserAuthority,
    how: SignedInBy,
    request: SignInRequest,
    cookies: SignInCookies,
  ): Promise<SignInReply> {
    const pair = await this.parts.sessions.open(user, request, how);
    setCookies(cookies, pair, this.parts.csrf);
    return pair;
  }
}
