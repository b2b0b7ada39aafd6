export type { AuditFact, AuditPart } from './audit-part.ts';
export { AUDIT_RECORDS, AuditRecords } from './audit-records.ts';
export type { AuditRow, ChainLink } from './audit-row.ts';
export { AuditedRefusals } from './audited-refusals.ts';
export { ChainKeys, GENESIS } from './chain-keys.ts';
export { auditMigrations } from './migrations.ts';
export { countRecords } from './record-count.ts';
export { recorderOf } from './recorder.ts';
