import { contribute } from '@patchbay/kernel/extension';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';

/** A run keeps its Connection's own envelope, so it opens in the Connection's place only. */
export const sealedColumns = contribute(
  SEALED_COLUMNS,
  { table: 'connections', column: 'sealed_steps' },
  { table: 'connection_backtests', column: 'sealed_steps' },
  { table: 'connection_backtests', column: 'sealed_runs' },
  {
    table: 'connection_runs',
    column: 'sealed_plan',
    sealed_for: { table: 'connections', row_id_column: 'connection_id' },
  },
  {
    table: 'connection_runs',
    column: 'sealed_records',
    sealed_for: { table: 'connections', row_id_column: 'connection_id' },
  },
);
