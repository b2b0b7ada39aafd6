import t from 'tap';
import { exempt, migration, sql, tenantTable } from '../index.ts';
import { ownDatabase } from './own-database.ts';

const asking = exempt('test.asking', 'a test asks across organizations');
const notes = migration('test.001-notes', tenantTable('notes', { siteColumn: null, columns: ['text text'] }));

t.test('questions of one turn share a connection, and each is its own transaction', async (t) => {
  const { database, system } = await ownDatabase(t, notes);
  let taken = 0;
  system.on('acquire', () => (taken += 1));
  const ask = (text: string) =>
    database.askAsSystem(asking, async (db) => {
      const { rows } = await sql<{ a: number; xid: string }>`
        select ${sql.raw(text)} as a, pg_current_xact_id()::text as xid`.execute(db);
      return rows[0];
    });
  const [one, refused, two] = await Promise.allSettled([ask('1'), ask('1 / 0'), ask('2')]);
  t.match([one, refused, two], [{ value: { a: 1 } }, { reason: { code: '22012' } }, { value: { a: 2 } }]);
  t.not(one.status === 'fulfilled' && one.value?.xid, two.status === 'fulfilled' && two.value?.xid);
  t.equal(taken, 1);
  t.match(await ask('3'), { a: 3 });
  t.equal(taken, 2, 'a later turn takes one of its own');
  t.equal(system.idleCount, system.totalCount, 'all are given back');
});

t.test('a second statement of one question is refused', async (t) => {
  const { database } = await ownDatabase(t, notes);
  const twice = database.askAsSystem(asking, async (db) => {
    await sql`select 1`.execute(db);
    await sql`select 2`.execute(db);
  });
  await t.rejects(twice, { message: /has ended/ });
});
