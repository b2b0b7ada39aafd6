import type { Kysely, Tables, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import Type, { type Static } from 'typebox';
import { mfaTokenRefused, secondStepUnavailable, userInactive } from '../errors/accounts.ts';
import type { UserAuthority } from './authority.ts';

/** A sign-in's request, as far as signing in needs it. */
export interface SignInRequest {
  readonly ip: string;
  readonly user_agent: string;
  /** Address the platform is reached at, without a trailing slash. */
  readonly base_url: string;
  header(name: string): string | undefined;
  cookie(name: string): string | undefined;
}

/** Leaves cookies in the browser that asked; null removes one. */
export interface SignInCookies {
  cookie(
    name: string,
    value: string | null,
    options?: {
      readonly maxAgeMs?: number;
      readonly httpOnly?: boolean;
      readonly path?: string;
      readonly sameSite?: 'strict' | 'lax';
    },
  ): void;
}

/** Membership of a user whose first step has held. */
export interface Membership {
  readonly user: UserAuthority;
  /** Second steps of which one is owed; none without a second factor. */
  readonly methods: readonly string[];
}

/** A first step that held: the user, and the methods of the proof. */
export interface FirstStep {
  readonly user_id: string;
  readonly method: 'password' | 'oidc' | 'ldap' | 'passkey';
  readonly remember_me: boolean;
  /** Shown by two factors already (a passkey that verified its user): no second step follows. */
  readonly two_factors: boolean;
  /** The user's, as read with what was shown: a change of credentials meanwhile refuses the sign-in. */
  readonly token_version?: number | undefined;
  /** Read beside the check already; absent, it is read at the end of the step. */
  readonly standing?: Promise<Membership> | undefined;
  /** Fails when the step is refused after all; awaited before anything is handed out. */
  readonly confirmed?: Promise<void> | undefined;
}

/** A sign-in that waits for its second step. */
export interface PendingSignIn {
  readonly user_id: string;
  readonly organization_id: string;
  readonly method: FirstStep['method'];
  readonly remember_me: boolean;
  /** Of the `mfa_token`, which opens one session. */
  readonly token_id: string;
  /** The user's at the first step; no session opens under another. */
  readonly token_version: number;
}

/** Tokens, or what the second step needs (SPEC 4.2). */
export const SignInReply = Type.Object({
  access_token: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  token_type: Type.Optional(Type.String()),
  expires_in: Type.Optional(Type.Integer({ description: 'seconds' })),
  require_mfa: Type.Optional(Type.Boolean({ description: 'true: no tokens yet, a second step follows' })),
  mfa_token: Type.Optional(
    Type.String({ description: 'names the sign-in in its second step; five minutes' }),
  ),
  methods: Type.Optional(Type.Array(Type.String({ description: 'totp, backup_code, passkey' }))),
});
export type SignInReply = Readonly<Static<typeof SignInReply>>;

/** Errors of the completion of sign-ins, for their routes. */
export const signInErrors = [mfaTokenRefused, secondStepUnavailable, userInactive];

/** Ends sign-ins, whatever way they began: every one goes through here, so none misses the second step. */
export interface SignIns {
  /**
   * Opens a session and leaves its cookies, or asks for the second step. Throws `identity.user_inactive`
   * and, for a user who is gone, `kernel.unauthenticated`.
   */
  finish(step: FirstStep, request: SignInRequest, cookies: SignInCookies): Promise<SignInReply>;
  /** The sign-in an `mfa_token` stands for. Throws `identity.mfa_token_refused`. */
  pending(mfa_token: string): Promise<PendingSignIn>;
  /** Opens the session after a second step that held. */
  finishSecond(
    pending: PendingSignIn,
    second_method: string,
    request: SignInRequest,
    cookies: SignInCookies,
  ): Promise<SignInReply>;
}

export const SIGN_INS: Token<SignIns> = token('identity.sign-ins');

/** A kind of second factor that users may have. */
export interface SecondFactor {
  /** As in `methods` of a sign-in that waits: `totp`, `passkey`. */
  readonly method: string;
  isEnrolled(sql: Kysely<Tables>, user_id: string): Promise<boolean>;
  /** Takes the factor from a user of the unit's organization; `Factors.changed` is called afterwards. */
  remove(work: UnitOfWork, user_id: string): Promise<void>;
}

export const SECOND_FACTORS: ExtensionPoint<SecondFactor> = extensionPoint('identity.second-factors');

/** The second factors users have, of whatever kind. */
export interface Factors {
  /** Methods the user can take a second step with. */
  methodsOf(user_id: string): Promise<readonly string[]>;
  /**
   * The methods a sign-in must ask for; none for users without a second factor. Throws
   * `identity.second_step_unavailable` when the module of the user's only factor is off: one step is not two.
   */
  demandedOf(user_id: string): Promise<readonly string[]>;
  /**
   * To be called in the unit that added or removed a factor, after it has locked the user's own row: keeps
   * the user's MFA flag and ends every session of theirs (SPEC 3.2).
   */
  changed(work: UnitOfWork, user_id: string): Promise<void>;
  /** Takes every factor from a user, for administrators who help a locked-out user. */
  reset(work: UnitOfWork, user_id: string): Promise<void>;
}

export const FACTORS: Token<Factors> = token('identity.factors');

/**
 * Failed guesses by subject (a login, a second step): five lock it for 30 minutes, twenty within five minutes end
 * its guesses until these have passed (SPEC 5.12). Guesses while it is locked count as well. `user_id` names its
 * user, where known: reaching either is published in that user's organization, beside the answer, so that time
 * does not reveal whether there is such a user.
 */
export interface Attempts {
  /** Throws `identity.account_locked` while it is locked, `identity.too_many_failures` while its window is full. */
  assertOpen(subject: string, user_id?: string): Promise<void>;
  /** Counts one; throws `identity.account_locked` when it was locked meanwhile. */
  failed(subject: string, user_id?: string): Promise<void>;
  /** Forgets the failures that lead to a lock; throws `identity.account_locked` when it was locked meanwhile. */
  succeeded(subject: string): Promise<void>;
}

export const ATTEMPTS: Token<Attempts> = token('identity.attempts');
