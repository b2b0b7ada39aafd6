import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const AuditConfig = Type.Object({
  AUDIT_CHECKPOINT_DIR: Type.Optional(
    Type.String({
      description: 'where the ends of audit chains are kept; default DATA_DIR/audit-checkpoints',
    }),
  ),
});

export const AUDIT_CONFIG = moduleConfig('audit', AuditConfig);
