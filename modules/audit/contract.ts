import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { AuditChain } from './services/audit-chain.ts';
import type { AuditTrail } from './services/audit-trail.ts';

export type { ChainReport } from './services/chain-validator.ts';

/** Reading the record of one organization. */
export const AUDIT_TRAIL: Token<Pick<AuditTrail, 'list'>> = token('audit.trail');

/** The chain of every organization: sealing, validation, checkpoints, export. */
export const AUDIT_CHAIN: Token<Public<AuditChain>> = token('audit.chain');
