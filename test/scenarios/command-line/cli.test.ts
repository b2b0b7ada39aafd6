import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { bootPlatform, cloneDatabase, comesWithin, PASSWORD, TEST_SECRET_KEY } from '../../harness/index.ts';
import { CommandLine, type Said } from '../support/platform/command-line.ts';
import { emptyDatabase } from '../support/platform/empty-database.ts';

const ADMIN = ['--organization', 'harbour', '--email', 'first@example.com', '--username', 'first'];

const hasNoStack = ({ stdout, stderr }: Said): boolean => !/\n\s+at /.test(stdout + stderr);

async function rowsOf(databaseUrl: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

t.test('wrong words are told in a line, with what was probably meant', { timeout: 600_000 }, async (t) => {
  const cli = await CommandLine.open(t, 'postgres://nobody:geheim@127.0.0.1:1/none');
  const help = await cli.spawned('', '--help');
  t.equal(help.code, 0);
  for (const name of ['migrate', 'create-admin', 'reset-mfa', 'rotate-secrets', 'audit', 'doctor'])
    t.match(help.stdout, name);
  t.match(await cli.run('create-admin', '--help'), { code: 0, stdout: /--organization <slug>/ });
  t.match(await cli.run('audit', 'verify', '--help'), {
    code: 0,
    stdout: /verify \[options\] <export>|verify <export>/,
  });
  t.match(await cli.spawned('', 'migrat'), {
    code: 2,
    stdout: '',
    stderr: /unknown command 'migrat'\n\(Did you mean migrate\?\)/,
  });
  t.match(await cli.run(), { code: 2, stderr: /Usage: patchbay/ });
  t.match(await cli.run('migrate', '--chek'), { code: 2, stderr: /Did you mean --check/ });
  t.match(await cli.run('migrate', 'now'), { code: 2, stderr: /too many arguments/ });
  t.match(await cli.run('audit', 'verify'), { code: 2, stderr: /missing required argument 'export'/ });
  t.match(await cli.run('create-admin', '--organization', 'x'), { code: 2, stderr: /--email/ });
  t.match(await cli.run('create-admin', ...ADMIN, '--role', 'king'), {
    code: 2,
    stderr: /org_admin, super_admin/,
  });
  const email = ['create-admin', '--organization', 'x', '--email', 'no', '--username', 'first'];
  t.match(await cli.run(...email), { code: 2, stderr: /^error: --email must match format "email"\n$/ });
});

t.test(
  'a server that is not there is said without a stack and without the password',
  { timeout: 600_000 },
  async (t) => {
    const cli = await CommandLine.open(t, 'postgres://nobody:geheim@127.0.0.1:1/none');
    for (const args of [
      ['migrate'],
      ['migrate', '--check'],
      ['reset-mfa', 'x', '--yes'],
      ['rotate-secrets'],
    ]) {
      const said = await cli.run(...args);
      t.match(said, { code: 2, stderr: /cannot be reached \(ECONNREFUSED\)/ }, args.join(' '));
      t.ok(hasNoStack(said));
      t.notMatch(said.stdout + said.stderr, /geheim/);
    }
    t.match(await cli.with({ SECRET_KEY: 'short' }).run('migrate'), {
      code: 2,
      stderr: /SECRET_KEY must NOT have fewer/,
    });
  },
);

t.test(
  'an empty database is brought forward, set up, and its administrator signs in',
  { timeout: 600_000 },
  async (t) => {
    const databaseUrl = await emptyDatabase(t);
    const cli = await CommandLine.open(t, databaseUrl);

    const before = await cli.run('migrate', '--check');
    t.match(before, { code: 1, stdout: /missing {2}identity\.001/ });
    t.same(await rowsOf(databaseUrl, `select tablename from pg_tables where schemaname = 'public'`), []);
    const applied = await cli.run('migrate');
    t.match(applied, { code: 0, stdout: /applied {2}identity\.001-accounts\n/, stderr: '' });
    const named = (text: string): readonly string[] =>
      [...text.matchAll(/(?:missing|applied) {2}(\S+)/g)].map(([, id]) => `${id}`);
    t.same(named(applied.stdout), named(before.stdout), 'what was missing is what was applied');
    t.match(await cli.run('migrate', '--check'), { code: 0, stdout: 'The database is up to date.\n' });
    t.match(await cli.run('migrate'), { code: 0, stdout: 'The database is up to date.\n' });

    t.match(await cli.say(`${PASSWORD}\n`, 'create-admin', ...ADMIN), { code: 1, stderr: /--setup/ });
    const weak = await cli.say('weak\n', 'create-admin', ...ADMIN, '--setup');
    t.match(weak, { code: 1, stderr: /password needs at least 12 characters/ });
    t.match(await cli.run('create-admin', ...ADMIN, '--setup'), {
      code: 2,
      stderr: /standard input, which is empty/,
    });
    const production = cli.with({ ENVIRONMENT: 'production' });
    const made = await production.spawned(`${PASSWORD}\n`, 'create-admin', ...ADMIN, '--setup');
    t.match(made, { code: 0, stderr: '', stdout: /^Made organization harbour and its super_admin first/ });
    t.match(await cli.say(`${PASSWORD}\n`, 'create-admin', ...ADMIN, '--setup'), {
      code: 1,
      stderr: /set up already/,
    });

    t.match(await cli.say(`${PASSWORD}\n`, 'create-admin', ...ADMIN), { code: 1, stderr: /in use/ });
    const second = ['--organization', 'harbour', '--email', 'second@example.com', '--username', 'second'];
    t.match(await cli.say(`${PASSWORD}\n`, 'create-admin', ...second), {
      code: 0,
      stdout: /^Made org_admin second/,
    });
    t.notMatch(JSON.stringify([made, weak]), PASSWORD);

    const harness = await bootPlatform(t, { databaseUrl });
    const person = await harness.signIn('second@example.com');
    t.equal(person.role, 'org_admin');
    const { body } = await harness.call('GET', '/audit?action=users.create', { as: person });
    t.match(body.items, [{ actor_kind: 'system', target_id: person.user_id }]);

    await t.test('reset-mfa works beside the running platform and ends every session', async (t) => {
      t.match(await cli.run('reset-mfa', 'nobody', '--yes'), { code: 1, stderr: /no user "nobody"/ });
      t.match(await cli.run('reset-mfa', 'second'), { code: 2, stderr: /--yes/ });
      t.equal((await harness.call('GET', '/auth/me', { as: person })).status, 200);
      t.match(await cli.run('reset-mfa', 'SECOND@example.com', '--yes'), { code: 0 });
      const write = { as: person, body: { name: 'Too late' } };
      t.equal((await harness.call('POST', '/sites', write)).status, 401, 'nothing is changed any more');
      const isRefused = async () => (await harness.call('GET', '/users', { as: person })).status === 401;
      await comesWithin(t, 2_000, 'the end of reads', isRefused);
      const again = await harness.signIn('second@example.com');
      const entries = await harness.call('GET', '/audit?action=users.reset_mfa', { as: again });
      t.match(entries.body.items, [{ actor_kind: 'system', target_id: person.user_id }]);
      const chain = await harness.call('GET', '/audit/validate', { as: again });
      t.match(chain.body, { valid: true });
    });

    await t.test('doctor finds all in order beside the running platform', async (t) => {
      const said = await cli.spawned('', 'doctor', '--json');
      const { ok, findings } = JSON.parse(said.stdout);
      t.equal(ok, true, said.stdout);
      t.equal(said.code, 0);
      const checks = new Set(findings.map(({ check }: { check: string }) => check));
      for (const check of [
        'Node',
        'configuration',
        'DATA_DIR',
        'database',
        'migrations',
        'check value',
        'roles',
        'clock',
        'jobs',
        'audit',
        'modules',
        'cache',
        'mail',
        'secrets',
        'audit keys',
      ])
        t.ok(checks.has(check), check);
    });
  },
);

t.test('doctor names what is wrong and what to do', { timeout: 600_000 }, async (t) => {
  const database = await cloneDatabase();
  t.teardown(() => database.drop());
  const cli = await CommandLine.open(t, database.url);
  const wrong = await cli.with({ PORT: 'http', TRUSTED_PROXIES: '', ENVIRONMENT: 'prod' }).run('doctor');
  t.match(wrong, { code: 1, stdout: /fail {2}PORT +PORT must be integer\n +-> Correct PORT/ });
  t.match(wrong.stdout, /fail {2}ENVIRONMENT +ENVIRONMENT must be one of development, staging, production/);
  const key = await cli.with({ SECRET_KEY: 'another-secret-key-another-secret-key' }).run('doctor');
  t.match(key, { code: 1, stdout: /fail {2}check value +this database was set up with another SECRET_KEY/ });
  const down = await cli.with({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }).run('doctor');
  t.match(down, { code: 1, stdout: /fail {2}database +The server cannot be reached/ });
  const redis = await cli.with({ REDIS_URL: 'redis://127.0.0.1:1' }).run('doctor');
  t.match(redis, { code: 1, stdout: /fail {2}cache +Redis does not answer/ });
  const empty = await emptyDatabase(t);
  const old = await cli.with({ DATABASE_URL: empty }).run('doctor');
  t.match(old, { code: 1, stdout: /fail {2}migrations +\d+ missing.*\n +-> npx patchbay migrate/ });
  t.same(await rowsOf(empty, `select tablename from pg_tables where schemaname = 'public'`), []);
  for (const said of [wrong, key, down, redis, old]) t.ok(hasNoStack(said));
});

t.test(
  'an exported chain verifies without a database, and tells its first broken line',
  { timeout: 600_000 },
  async (t) => {
    const harness = await bootPlatform(t);
    const owner = await harness.owner();
    for (let index = 0; index < 5; index += 1) await harness.site(owner, `Site ${index}`);
    const { body } = await harness.call('GET', '/auth/me', { as: owner });
    const cli = await CommandLine.open(t, harness.databaseUrl);
    const file = join(cli.folder, 'chain.ndjson');
    const slug = String(body.organization.slug);
    t.match(await cli.run('audit', 'export', '--organization', 'nowhere', '--out', file), {
      code: 1,
      stderr: /no organization/,
    });
    const exported = await cli.run('audit', 'export', '--organization', slug, '--out', file);
    t.match(exported, { code: 0, stdout: new RegExp(`records of ${slug} written`) });
    t.equal((await stat(file)).mode & 0o777, 0o600);
    t.match(await cli.run('audit', 'export', '--organization', slug, '--out', file), {
      code: 1,
      stderr: /exists already/,
    });

    const offline = cli.with({ DATABASE_URL: '' });
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const verify = async (changed: readonly string[], key = TEST_SECRET_KEY): Promise<Said> => {
      const copy = join(cli.folder, 'copy.ndjson');
      await writeFile(copy, `${changed.join('\n')}\n`);
      return offline.with({ SECRET_KEY: key }).run('audit', 'verify', copy);
    };
    const edited = (line: number, from: string | RegExp, to: string): readonly string[] =>
      lines.map((text, index) => (index === line - 1 ? text.replace(from, to) : text));

    t.match(await verify(lines), { code: 0, stdout: new RegExp(`^whole: ${lines.length - 1} records`) });
    t.match(await verify(edited(4, '"action":"', '"action":"x')), {
      code: 1,
      stdout: /^broken: line 4: .*not what was written/,
    });
    t.match(await verify(edited(3, '{"id"', '{"note":"believe me","id"')), {
      code: 1,
      stdout: /^broken: line 3: not a record/,
    });
    t.match(await verify(edited(3, /"chain_mac":"./, '"chain_mac":"')), {
      code: 1,
      stdout: /^broken: line 3/,
    });
    t.match(await verify(lines.toSpliced(3, 1)), { code: 1, stdout: /^broken: line 4: place 3 is expected/ });
    t.match(await verify(lines.slice(0, -1)), { code: 1, stdout: /1 records are missing at the end/ });
    t.match(await verify([...lines, String(lines.at(-1))]), {
      code: 1,
      stdout: new RegExp(`^broken: line ${lines.length + 1}`),
    });
    t.match(await verify([...lines.slice(0, 2), String(lines[3]), String(lines[2]), ...lines.slice(4)]), {
      code: 1,
      stdout: /^broken: line 3/,
    });
    t.match(await verify(edited(1, /"count":\d+/, '"count":1')), { code: 1, stdout: /^broken: line 1/ });
    t.match(await verify(edited(1, owner.organization_id, owner.user_id)), {
      code: 1,
      stdout: /^broken: line 1/,
    });
    t.match(await verify(['hello']), { code: 2, stderr: /not an exported audit chain/ });
    t.match(await verify([]), { code: 2 });
    t.match(await verify(lines, 'another-secret-key-another-secret-key'), {
      code: 2,
      stderr: /signed with other keys/,
    });
    t.match(await offline.run('audit', 'verify', '/nowhere'), { code: 2, stderr: /no such file/ });
    t.match(await offline.with({ SECRET_KEY: '' }).run('audit', 'verify', file), {
      code: 2,
      stderr: /no SECRET_KEY/,
    });
  },
);
