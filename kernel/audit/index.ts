export { AUDIT_CHAIN, AuditChain } from './audit-chain.ts';
export type { AuditFact, AuditPart } from './audit-part.ts';
export type { AuditRow } from './audit-row.ts';
export type { ExportedLink, ExportHeader } from './chain-export.ts';
export type { ChainProblem, ChainProblemKind } from './chain-walk.ts';
export {
  type ExportProblem,
  ExportUnreadable,
  type ExportVerdict,
  ExportVerifier,
} from './export-verifier.ts';
export { auditMigrations } from './migrations.ts';
export { countRecords } from './record-watch.ts';
export type { ChainReport } from './validator.ts';
