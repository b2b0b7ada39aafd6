import t from 'tap';
import { databaseMigrations, migrate, migration } from '../index.ts';
import { ownDatabase } from './own-database.ts';

const first = migration('racks.001-racks', 'create table racks (id uuid primary key,\n  name text not null)');
const { owner, ownerUrl } = await ownDatabase(t, first);

const run = (...steps: readonly ReturnType<typeof migration>[]) =>
  migrate(owner, ownerUrl, [...databaseMigrations, ...steps]);

t.test('a step laid out otherwise is the same step', async (t) => {
  const laidOut = migration(
    'racks.001-racks',
    'create table racks (id uuid primary key, name text not null) ',
  );
  t.same(await run(laidOut), []);
});

t.test('an edited step is refused by its hash, and nothing is applied', async (t) => {
  const edited = migration('racks.001-racks', 'create table racks (id uuid primary key, name text)');
  const second = migration('racks.002-shelves', 'create table shelves (id uuid)');
  await t.rejects(
    run(edited, second),
    /module "racks": step racks\.001-racks was edited after this database had it/,
  );
  t.same((await owner.query(`select to_regclass('shelves') as name`)).rows, [{ name: null }]);
});

t.test('a database from before hashes were kept is taken as it is', async (t) => {
  await owner.query(`delete from migration_hashes where name = 'racks.001-racks'`);
  t.same(await run(first), []);
  await t.rejects(run(migration('racks.001-racks', 'select 1')), /was edited/, 'and known from then on');
});

t.test('a step that fails names module, step and statement, and leaves nothing of itself', async (t) => {
  const broken = migration(
    'racks.003-broken',
    'create table half (id uuid)',
    'alter table nowhere add column x text',
  );
  await t.rejects(run(first, broken), {
    message:
      'module "racks": step racks.003-broken fails: relation "nowhere" does not exist, in:\nalter table nowhere add column x text',
  });
  t.same((await owner.query(`select to_regclass('half') as name`)).rows, [{ name: null }]);
});
