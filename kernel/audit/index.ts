export { AUDIT_CHAIN, AuditChain } from './audit-chain.ts';
export type { AuditFact, AuditPart } from './audit-part.ts';
export type { AuditRow } from './audit-row.ts';
export { auditMigrations } from './migrations.ts';
export type { ChainProblem, ChainProblemKind, ChainReport } from './validator.ts';
