import type { Unit } from '@patchbay/kernel/database';
import { contribute } from '@patchbay/kernel/extension';
import { REFERENCES, type ReferenceKind } from '@patchbay/kernel/fabric';

const rowsOf = (noun: string, table: 'controllers' | 'devices'): ReferenceKind => ({
  noun,
  async among({ sql: db }: Unit, ids: readonly string[]) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  },
});

/** Controllers and devices that params of steps name. */
export const inventoryReferences = contribute(
  REFERENCES,
  rowsOf('controller', 'controllers'),
  rowsOf('device', 'devices'),
);
