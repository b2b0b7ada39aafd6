import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loginNames } from '@patchbay/kernel/database';
import { SecretBox } from '@patchbay/kernel/secrets';
import pg from 'pg';
import t from 'tap';
import { cloneDatabase, clusterUrl, TEST_SECRET_KEY, urlFor } from '../../harness/index.ts';
import { CommandLine } from '../support/platform/command-line.ts';
import { wholeDatabase } from '../support/platform/whole-database.ts';
import { wholeFolder } from '../support/platform/whole-folder.ts';

const NEW_KEY = 'a-new-secret-key-a-new-secret-key-a-new-secret-key';
const WRONG_KEY = 'a-wrong-secret-key-a-wrong-secret-key-a-wrong-key';
const KEYS = [TEST_SECRET_KEY, NEW_KEY, WRONG_KEY];

const database = await cloneDatabase();
t.teardown(() => database.drop());
const cli = await CommandLine.open(t, database.url);
const rotated = cli.with({ SECRET_KEY: NEW_KEY, SECRET_KEY_PREVIOUS: TEST_SECRET_KEY });
/** A start with the first key, so that its logins are there. */
const started = await cli.run('migrate');
if (started.code !== 0) throw new Error(started.stderr);

const everything = async () => ({
  database: await wholeDatabase(database.url, KEYS),
  folder: await wholeFolder(cli.folder),
});

/** One connection under the login of the first key, as a process that still runs with it has. */
async function formerProcess(t: { teardown(work: () => unknown): unknown }): Promise<void> {
  const { keyId } = new SecretBox({ current: TEST_SECRET_KEY, previous: [] });
  const { app } = loginNames(new URL(database.url).pathname.slice(1), keyId);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`alter role ${app} password 'former'`);
  await owner.end();
  const url = new URL(database.url);
  url.username = app;
  url.password = 'former';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  t.teardown(() => client.end());
}

t.test('commands that look leave database and folder as they were', { timeout: 600_000 }, async (t) => {
  const before = await everything();
  t.match(await cli.run('doctor'), { code: 0, stdout: /ok {4}check value +SECRET_KEY is the right one/ });
  t.same(await everything(), before, 'doctor with the right key');
  t.match(await cli.with({ SECRET_KEY: WRONG_KEY }).run('doctor'), {
    code: 1,
    stdout: /fail {2}check value/,
  });
  t.same(await everything(), before, 'doctor with a wrong key');
  t.match(await rotated.run('doctor'), {
    code: 0,
    stdout: /warn {2}check value +secrets of a former SECRET_KEY may be left/,
  });
  t.same(await everything(), before, 'doctor with a new key and the former one as previous');
  t.match(await rotated.run('migrate', '--check'), { code: 0 });
  t.same(await everything(), before, 'migrate --check with a new key');
});

t.test(
  'a refused rotation remembers nothing: the former key alone still starts',
  { timeout: 600_000 },
  async (t) => {
    await formerProcess(t);
    const before = await everything();
    t.match(await rotated.run('rotate-secrets'), {
      code: 1,
      stderr: /A process still runs with a former SECRET_KEY/,
    });
    t.same(await everything(), before);
    t.match(await cli.with({ SECRET_KEY: WRONG_KEY }).run('rotate-secrets'), {
      code: 2,
      stderr: /SECRET_KEY is not the one/,
    });
    t.same(await everything(), before, 'nor does one with a wrong key');
  },
);

t.test(
  'a deployment that migrates under a new key leaves the former one in force',
  { timeout: 600_000 },
  async (t) => {
    t.match(await rotated.run('migrate'), { code: 0 });
    t.match(await cli.run('doctor'), { code: 0, stdout: /ok {4}check value +SECRET_KEY is the right one/ });
  },
);

t.test(
  'doctor says what the start will need of the owner of the database',
  { timeout: 600_000 },
  async (t) => {
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const weak = `weak_${process.pid}`;
    t.teardown(async () => {
      await owner.query(`drop owned by ${weak}`);
      await owner.query(`drop role ${weak}`);
      await owner.end();
    });
    await owner.query(`create role ${weak} login password 'weak'`);
    await owner.query(`grant select on all tables in schema public, graphile_worker to ${weak}`);
    await owner.query(`grant usage on schema graphile_worker to ${weak}`);
    const url = new URL(database.url);
    url.username = weak;
    url.password = 'weak';
    const said = await cli.with({ DATABASE_URL: url.toString() }).run('doctor');
    t.equal(said.code, 1, said.stdout);
    t.match(
      said.stdout,
      new RegExp(`fail {2}owner +${weak} may not create roles\\n +-> alter role ${weak} createrole`),
    );
    t.match(said.stdout, new RegExp(`fail {2}owner +${weak} does not own \\d+ tables`));

    const name = `test_bare_${process.pid}`;
    await owner.query(`create database ${name}`);
    t.teardown(() => owner.query(`drop database ${name} with (force)`));
    const bare = new URL(urlFor(await clusterUrl(), name));
    bare.username = weak;
    bare.password = 'weak';
    const empty = await cli.with({ DATABASE_URL: bare.toString() }).run('doctor');
    t.match(empty.stdout, /fail {2}extension +pg_trgm is not there and [a-z_0-9]+ may not create it/);
  },
);

t.test('doctor warns of a database that is newer than the code', { timeout: 600_000 }, async (t) => {
  const newer = await cloneDatabase();
  t.teardown(() => newer.drop());
  const owner = new pg.Client({ connectionString: newer.url });
  await owner.connect();
  await owner.query(`insert into patchbay_migrations (name) values ('changes.999-tomorrow')`);
  await owner.end();
  t.match(await cli.with({ DATABASE_URL: newer.url }).run('doctor'), {
    code: 0,
    stdout: /warn {2}version +1 step of this database is unknown here, the first is changes\.999-tomorrow/,
  });
});

t.test('doctor and start name missing policies, rights and roles', { timeout: 600_000 }, async (t) => {
  const holed = await cloneDatabase();
  t.teardown(() => holed.drop());
  const owner = new pg.Client({ connectionString: holed.url });
  await owner.connect();
  await owner.query('drop policy tenant on sites');
  await owner.query('revoke all on controllers from patchbay_app');
  await owner.end();
  const at = cli.with({ DATABASE_URL: holed.url });
  const said = await at.run('doctor');
  t.equal(said.code, 1);
  t.match(
    said.stdout,
    /fail {2}policies +2 missing: policy tenant on sites, rights of patchbay_app on controllers\n/,
  );
  t.match(said.stdout, /-> npx patchbay migrate --rights/);
  const start = await at.run('reset-mfa', 'nobody', '--yes');
  t.match(start, { code: 2, stderr: /lacks policy tenant on sites, rights of patchbay_app on controllers/ });
  t.match(await at.run('migrate', '--rights'), { code: 0, stdout: /put back {2}policy tenant on sites/ });
  t.match(await at.run('doctor'), { code: 0, stdout: /ok {4}policies/ });
  const whole = await wholeDatabase(database.url, []);
  const mended = await wholeDatabase(holed.url, []);
  t.same(mended['policies'], whole['policies'], 'every policy is as a fresh database has it');
});

t.test(
  'a folder with links that go round is looked at in seconds and not written to',
  { timeout: 600_000 },
  async (t) => {
    const odd = join(cli.folder, 'odd');
    const cluster = join(odd, 'postgres', 'cluster');
    await mkdir(cluster, { recursive: true, mode: 0o700 });
    await chmod(odd, 0o700);
    await symlink('..', join(odd, 'postgres', 'up'));
    await symlink('.', join(odd, 'postgres', 'same'));
    await writeFile(join(cluster, 'strange'), '');
    await writeFile(join(odd, 'secret-key'), `${TEST_SECRET_KEY}\n`, { mode: 0o644 });
    const looking = cli.with({ DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: odd });
    const files = async () => [...(await wholeFolder(cluster)), ...(await readdir(join(odd, 'postgres')))];
    const before = await files();
    const said = await looking.run('doctor');
    t.match(said, { code: 1, stdout: /fail {2}database +.*postgres\/cluster holds no finished database/ });
    t.same(await files(), before);
  },
);

t.test('without its key a database is not opened, and no key is made', { timeout: 600_000 }, async (t) => {
  const folder = join(cli.folder, 'keyless');
  await mkdir(join(folder, 'postgres', 'cluster'), { recursive: true, mode: 0o700 });
  const before = await wholeFolder(folder);
  const said = await cli.with({ SECRET_KEY: '', DATABASE_URL: '', DATA_DIR: folder }).run('doctor');
  t.match(said, { code: 1, stdout: /fail {2}SECRET_KEY +there is none/ });
  t.same(await wholeFolder(folder), before);
});
