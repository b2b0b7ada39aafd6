import type { AuditPart } from './audit-part.ts';

/** Records acts on rows of one kind, each as `<prefix>.<verb>`. */
export const recorderOf =
  (prefix: string, target_type: string) =>
  (
    { audit }: { readonly audit: AuditPart },
    verb: string,
    target_id: string,
    detail: Readonly<Record<string, unknown>>,
  ): void =>
    audit.record({ action: `${prefix}.${verb}`, target_type, target_id, detail });
