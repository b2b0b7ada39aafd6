import { MikroORM } from '@mikro-orm/postgresql';
import { refusingDialect } from '../connections/client-dialect.ts';
import type { Transaction } from '../transaction.ts';
import type { TableDeclaration } from './define-table.ts';

/** The ORM over all modules' entities; it has no connection of its own and works inside units only. */
export function createOrm(entities: readonly TableDeclaration[]): MikroORM {
  return new MikroORM({
    dbName: 'patchbay',
    entities: [...entities],
    driverOptions: refusingDialect,
    ensureDatabase: false,
    forceUtcTimezone: true,
    discovery: { warnWhenNoEntities: false },
  });
}

/** An entity manager inside one unit, with the unit's scope in its filters. */
export function forkFor(orm: MikroORM, unit: Transaction) {
  const fork = orm.em.fork({ clear: true, useContext: false });
  fork.setFilterParams('tenant', { organization_id: unit.organization_id });
  fork.setTransactionContext(unit.sql);
  return fork;
}
