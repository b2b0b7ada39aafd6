import { contribute } from '@patchbay/kernel/extension';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';

/** Addresses with which anybody could post. */
export const sealedColumns = contribute(
  SEALED_COLUMNS,
  { table: 'notification_channels', column: 'sealed_url' },
  { table: 'notification_targets', column: 'sealed_address' },
);
