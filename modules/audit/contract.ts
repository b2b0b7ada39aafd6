import { type Token, token } from '@patchbay/kernel/di';
import type { AuditTrail } from './services/audit-trail.ts';

/** Reading the record of one organization. */
export const AUDIT_TRAIL: Token<Pick<AuditTrail, 'list'>> = token('audit.trail');
