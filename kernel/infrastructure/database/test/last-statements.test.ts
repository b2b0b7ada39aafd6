import type { PoolClient } from 'pg';
import t from 'tap';
import { systemPrincipal } from '../../../permissions/index.ts';
import { migration, sql, tenantTable } from '../index.ts';
import { ownDatabase } from './own-database.ts';

const ALPHA = '01900000-0000-7000-8000-00000000000a';
const notes = migration('test.001-notes', tenantTable('notes', { siteColumn: null, columns: ['text text'] }));
const nothingChanged = () => new Error('Nothing was changed.');

t.test('a last statement that the server refuses is told in its own words', async (t) => {
  const { database } = await ownDatabase(t, notes);
  const writing = database.write(systemPrincipal(ALPHA), async (work) =>
    work.withCommit(() => sql`select 1 / 0`.compile(work.sql), nothingChanged),
  );
  await t.rejects(writing, { message: 'Nothing was changed.' });
});

t.test('a last statement answers once its unit has ended, and not before', async (t) => {
  const { database } = await ownDatabase(t, notes);
  const answer = await database.write(systemPrincipal(ALPHA), async (work) => {
    const rows = work.withCommit(() => sql<{ two: number }>`select 1 + 1 as two`.compile(work.sql));
    t.throws(rows, { message: /once it has ended/ });
    return rows;
  });
  t.same(answer(), [{ two: 2 }]);
});

t.test('a commit whose answer was lost is not told as one that changed nothing', async (t) => {
  const { database, app } = await ownDatabase(t, notes);
  const { promise: taken, resolve: take } = Promise.withResolvers<PoolClient>();
  app.once('acquire', take);
  const writing = database.write(systemPrincipal(ALPHA), async (work) => {
    await sql`select 1`.execute(work.sql);
    const { connection } = await taken;
    work.withCommit(() => {
      setImmediate(() => connection.stream.destroy());
      return sql`select pg_sleep(30)`.compile(work.sql);
    }, nothingChanged);
  });
  await t.rejects(writing, { id: 'kernel.unavailable', message: 'The database cannot answer right now.' });
});

t.test('a transaction that had failed before is no failure of its last statement', async (t) => {
  const { database } = await ownDatabase(t, notes);
  const writing = database.write(systemPrincipal(ALPHA), async (work) => {
    await sql`select 1 / 0`.execute(work.sql).catch(() => {});
    work.withCommit(() => sql`select 1`.compile(work.sql), nothingChanged);
  });
  await t.rejects(writing, { code: '25P02' });
});
