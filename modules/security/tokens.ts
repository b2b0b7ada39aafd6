import { type Token, token } from '@patchbay/kernel/di';
import type { AccessExplainer } from './services/access-explainer.ts';
import type { AccessSubjects } from './services/access-subjects.ts';
import type { LockedAccounts } from './services/locked-accounts.ts';
import type { MemberFactors } from './services/member-factors.ts';
import type { MemberKeys } from './services/member-keys.ts';
import type { MemberSessions } from './services/member-sessions.ts';
import type { SignInHistory } from './services/sign-in-history.ts';

export const SIGN_IN_HISTORY: Token<SignInHistory> = token('security.sign-in-history');
export const LOCKED_ACCOUNTS: Token<LockedAccounts> = token('security.locked-accounts');
export const MEMBER_FACTORS: Token<MemberFactors> = token('security.member-factors');
export const MEMBER_KEYS: Token<MemberKeys> = token('security.member-keys');
export const MEMBER_SESSIONS: Token<MemberSessions> = token('security.member-sessions');
export const ACCESS_EXPLAINER: Token<AccessExplainer> = token('security.access-explainer');
export const ACCESS_SUBJECTS: Token<AccessSubjects> = token('security.access-subjects');
