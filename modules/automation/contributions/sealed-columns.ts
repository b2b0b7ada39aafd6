import { contribute } from '@patchbay/kernel/extension';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';

/** An execution keeps its rule's own envelope, so it opens in the rule's place only. */
export const sealedColumns = contribute(
  SEALED_COLUMNS,
  { table: 'automation_rules', column: 'sealed_actions' },
  {
    table: 'automation_executions',
    column: 'sealed_plan',
    sealed_for: { table: 'automation_rules', row_id_column: 'rule_id' },
  },
  {
    table: 'automation_executions',
    column: 'sealed_records',
    sealed_for: { table: 'automation_rules', row_id_column: 'rule_id' },
  },
);
