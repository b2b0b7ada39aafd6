import { defineEntity, TextType, Type } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type { TableDeclaration } from '@patchbay/kernel/database';

/** The ORM over these tables on one database, for its knowledge of schemas; `p.string()` is `text` here. */
export const schemaOrm = (databaseUrl: string, tables: readonly TableDeclaration[]): MikroORM =>
  new MikroORM({
    clientUrl: databaseUrl,
    dbName: new URL(databaseUrl).pathname.slice(1),
    entities: tables.map(({ name, shape }) =>
      defineEntity({ name, tableName: name, properties: shape.columns }),
    ),
    ensureDatabase: false,
    pool: { min: 0, max: 2 },
    discovery: {
      warnWhenNoEntities: false,
      getMappedType: (type, platform) =>
        type === 'string' ? Type.getType(TextType) : platform.getDefaultMappedType(type),
    },
  });
