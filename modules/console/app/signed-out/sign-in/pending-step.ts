import type { ReplyOf } from '@patchbay/console-kit';

/** Answer of a first step: tokens in cookies, or the needs of the second. */
export type SignInReply = ReplyOf<'POST', '/auth/login'>;

/** A sign-in that waits for its second step. */
export interface PendingStep {
  readonly mfa_token: string;
  /** `totp`, `backup_code`, `passkey`. */
  readonly methods: readonly string[];
}

/** Null: the user is signed in. */
export function pendingStepOf({ require_mfa, mfa_token, methods = [] }: SignInReply): PendingStep | null {
  return require_mfa === true && mfa_token !== undefined ? { mfa_token, methods } : null;
}
