import { sql, type Unit } from '@patchbay/kernel/database';
import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { ACCOUNTS } from '@patchbay/module-identity/contract';
import { ORGANIZATION_COUNTS } from './contract.ts';

async function countSites({ sql: trx }: Unit): Promise<number> {
  const { total } = await trx
    .selectFrom('sites')
    .select(sql<number>`count(*)`.as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** The module's own numbers on the dashboard. */
export const ownCounts = [
  ...contribute(ORGANIZATION_COUNTS, { name: 'sites', count: countSites }),
  contributeWith(ORGANIZATION_COUNTS, { accounts: ACCOUNTS }, ({ accounts }) => ({
    name: 'users',
    count: (unit: Unit) => accounts.count(unit),
  })),
];
