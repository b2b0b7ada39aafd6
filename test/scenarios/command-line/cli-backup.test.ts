import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SECRETS } from '@patchbay/kernel/secrets';
import pg from 'pg';
import t from 'tap';
import { bootPlatform, cloneDatabase, waitFor } from '../../harness/index.ts';
import { CommandLine } from '../support/platform/command-line.ts';
import { emptyDatabase } from '../support/platform/empty-database.ts';
import { wholeDatabase } from '../support/platform/whole-database.ts';

const ARTIFACT = randomBytes(500_000);

const database = await cloneDatabase();
t.teardown(() => database.drop());
const harness = await bootPlatform(t, { databaseUrl: database.url, work: false });
const owner = await harness.owner();
for (let index = 0; index < 3; index += 1) await harness.site(owner, `Site "${index}" \\ (x, y) ü\n`.trim());
const credential = await harness.call('POST', '/credentials', {
  as: owner,
  body: { name: 'routers', kind: 'password', username: 'admin', secret: 'kept through a restore' },
});
const cli = await CommandLine.open(t, database.url);
const artifact = join(cli.folder, 'artifacts', 'ab', 'picture');
await mkdir(dirname(artifact), { recursive: true });
await writeFile(artifact, ARTIFACT);
const file = join(cli.folder, 'patchbay.backup');
const settled = new pg.Client({ connectionString: database.url });
await settled.connect();
t.teardown(() => settled.end());

/** What a restore must bring back: every row whatever its place, every policy, every right. */
async function contentOf(url: string) {
  const { relations, roles, ...whole } = await wholeDatabase(url, []);
  const rights = (relations ?? [])
    .map((text) => JSON.parse(text))
    .filter(({ relname }) => !String(relname).startsWith('pg_'))
    .map(({ relname, relacl, relrowsecurity }) => JSON.stringify([relname, relacl, relrowsecurity]))
    .sort();
  const rows = Object.entries(whole)
    .filter(([name]) => !/patchbay_migrations|graphile_worker\.migrations/.test(name))
    .map(([name, texts]) => {
      const values = texts.map((text) => JSON.parse(text));
      const kept = values.map(({ xmin, ctid, ...row }) => JSON.stringify(row)).sort();
      return [
        name,
        name === 'sequences' ? kept.filter((each) => !each.includes('patchbay_migrations')) : kept,
      ];
    });
  return { rights, ...Object.fromEntries(rows) };
}

t.test(
  'a backup beside a running platform comes back whole in an empty database',
  { timeout: 600_000 },
  async (t) => {
    await waitFor('the log and the record to be settled', async () => {
      const { rows } = await settled.query(
        'select (select count(*) from event_pending) + (select count(*) from audit_pending) as left',
      );
      return Number(rows[0].left) === 0;
    });
    const before = await contentOf(database.url);
    t.match(await cli.run('backup', file), {
      code: 0,
      stderr: '',
      stdout: /^\d+ rows and 1 artifacts written to /,
    });
    t.equal((await stat(file)).mode & 0o777, 0o600);
    t.match(await cli.run('backup', file), { code: 1, stderr: /exists already/ });

    const url = await emptyDatabase(t);
    const other = await CommandLine.open(t, url);
    t.match(await other.run('restore', file), {
      code: 0,
      stderr: '',
      stdout: /^\d+ rows and 1 artifacts of 20/,
    });
    t.same(await contentOf(url), before);
    t.ok(ARTIFACT.equals(await readFile(join(other.folder, 'artifacts', 'ab', 'picture'))), 'byte for byte');
    t.match(await other.run('restore', file), { code: 1, stderr: /The database is not empty/ });
    t.match(await other.run('doctor'), { code: 0, stdout: /ok {4}policies/ });

    const restored = await bootPlatform(t, { databaseUrl: url });
    const again = await restored.signIn(owner.email);
    t.equal(again.user_id, owner.user_id);
    t.match((await restored.call('GET', '/audit/validate', { as: again })).body, { valid: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select id, organization_id, secret from credentials');
    await client.end();
    const [{ id, organization_id, secret }] = rows;
    t.equal(id, credential.body.id);
    const place = { table: 'credentials', row_id: id, organization_id };
    t.equal(restored.get(SECRETS).open(secret, place).reveal(), 'kept through a restore');
  },
);

t.test(
  'a backup of another key, one that was cut, and what is none are refused',
  { timeout: 600_000 },
  async (t) => {
    const url = await emptyDatabase(t);
    const other = await CommandLine.open(t, url);
    t.match(await other.with({ SECRET_KEY: 'another-secret-key-another-secret-key' }).run('restore', file), {
      code: 2,
      stderr: /SECRET_KEY is not the one of this backup/,
    });
    const bytes = await readFile(file);
    const cut = join(other.folder, 'cut');
    await writeFile(cut, bytes.subarray(0, bytes.length / 2));
    t.match(await other.run('restore', cut), { code: 2, stderr: /is not a whole backup/ });
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    t.teardown(() => client.end());
    t.same((await client.query(`select tablename from pg_tables where schemaname = 'public'`)).rows, []);
    const third = await CommandLine.open(t, await emptyDatabase(t));
    await writeFile(cut, gzipSync(`${lines.slice(0, -1).join('\n')}\n`));
    t.match(await third.run('restore', cut), { code: 2, stderr: /is not a whole backup/ });
    const fourth = await CommandLine.open(t, await emptyDatabase(t));
    const header = JSON.parse(String(lines[0]));
    const newer = { ...header, steps: [...header.steps, 'changes.999-tomorrow'] };
    await writeFile(cut, gzipSync(`${[JSON.stringify(newer), ...lines.slice(1)].join('\n')}\n`));
    t.match(await fourth.run('restore', cut), {
      code: 2,
      stderr: /changes\.999-tomorrow, which is unknown here/,
    });
    await writeFile(cut, gzipSync('hello\n'));
    t.match(await fourth.run('restore', cut), { code: 2, stderr: /is not a whole backup/ });
    t.match(await fourth.run('restore', '/nowhere'), { code: 2, stderr: /no such file/ });
  },
);

t.test('a restore that failed midway is repeated into the same database', { timeout: 600_000 }, async (t) => {
  const url = await emptyDatabase(t);
  const other = await CommandLine.open(t, url);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const broken = join(other.folder, 'broken');
  const lastRow = lines.findLastIndex((line) => line.startsWith('"'));
  await writeFile(broken, gzipSync(`${lines.with(lastRow, '"("').join('\n')}\n`));
  t.match(await other.run('restore', broken), { code: 2 });
  t.match(await other.run('restore', file), { code: 0, stderr: '', stdout: /^\d+ rows and 1 artifacts/ });
  t.match(await other.run('restore', file), { code: 1, stderr: /The database is not empty/ });

  const foreign = await emptyDatabase(t);
  const client = new pg.Client({ connectionString: foreign });
  await client.connect();
  t.teardown(() => client.end());
  await client.query('create table of_others (id int)');
  const third = await CommandLine.open(t, foreign);
  t.match(await third.run('restore', file), { code: 1, stderr: /The database is not empty/ });
});

t.test('a backup whose last line does not fit the rest is refused', { timeout: 600_000 }, async (t) => {
  const other = await CommandLine.open(t, await emptyDatabase(t));
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const changed = join(other.folder, 'changed');
  const { end } = JSON.parse(String(lines.at(-1)));
  const more = JSON.stringify({ end: { ...end, files: end.files + 1 } });
  for (const [why, text] of [
    ['an artifact is missing', lines.with(-1, more)],
    ['a line follows', [...lines, '{"file":"ab/other","base64":""}']],
    ['a line is none', [...lines.slice(0, -1), 'null', ...lines.slice(-1)]],
    ['its last line says nothing', lines.with(-1, '{"end":null}')],
  ] as const) {
    await writeFile(changed, gzipSync(`${text.join('\n')}\n`));
    t.match(await other.run('restore', changed), { code: 2, stderr: /is not a whole backup/ }, why);
  }
});
