import { accounts } from './001-accounts.ts';
import { sessions } from './002-sessions.ts';
import { authority } from './003-authority.ts';
import { secondFactors } from './004-second-factors.ts';
import { recovery } from './005-recovery.ts';
import { lockouts } from './010-lockouts.ts';
import { proofs } from './011-proofs.ts';

export const migrations = [accounts, sessions, authority, secondFactors, recovery, lockouts, proofs];
