import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { Changes } from './contract.ts';
import type { Applier } from './services/apply-change.ts';
import type { AttemptLeases } from './services/attempt-leases.ts';
import type { AttemptLedger } from './services/attempt-ledger.ts';
import type { Authority } from './services/authority.ts';
import type { ChangeStore } from './services/change-store.ts';
import type { FeatureIndex } from './services/feature-index.ts';
import type { LiveValues } from './services/live-values.ts';
import type { OrphanRecovery } from './services/orphan-recovery.ts';
import type { AttemptSettling } from './services/settle-attempt.ts';

/** Parts of the pipeline that only this module asks for. */
export const APPLIER: Token<Public<Applier>> = token('changes.applier');
export const ATTEMPT_LEASES: Token<Public<AttemptLeases>> = token('changes.attempt-leases');
export const ATTEMPT_LEDGER: Token<Public<AttemptLedger>> = token('changes.attempt-ledger');
export const ATTEMPT_SETTLING: Token<Public<AttemptSettling>> = token('changes.attempt-settling');
export const AUTHORITY: Token<Public<Authority>> = token('changes.authority');
export const CHANGE_STORE: Token<Public<ChangeStore>> = token('changes.store');
export const FEATURE_INDEX: Token<Public<FeatureIndex>> = token('changes.feature-index');
export const LIVE_VALUES: Token<Public<LiveValues>> = token('changes.live-values');
export const ORPHAN_RECOVERY: Token<Public<OrphanRecovery>> = token('changes.orphan-recovery');
export const STAGING: Token<Pick<Changes, 'stage'>> = token('changes.staging');
/** Names this process in the attempts it works on. */
export const OWNER_ID: Token<string> = token('changes.owner-id');
