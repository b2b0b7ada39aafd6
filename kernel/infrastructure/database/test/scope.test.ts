import t from 'tap';
import { PatchbayError } from '../../../errors/index.ts';
import { systemPrincipal } from '../../../permissions/index.ts';
import { assertHarmless, exempt, migration, sql, tenantTable } from '../index.ts';
import { ownDatabase } from './own-database.ts';

const ALPHA = '01900000-0000-7000-8000-00000000000a';
const BETA = '01900000-0000-7000-8000-00000000000b';
const SITE_1 = '01900000-0000-7000-8000-0000000000c1';
const SITE_2 = '01900000-0000-7000-8000-0000000000c2';
const everything = exempt('test.everything', 'a test looks at all organizations');

const notes = migration(
  'test.001-notes',
  tenantTable('notes', {
    siteColumn: 'site_id',
    columns: ['site_id uuid', 'text text not null', 'constraint notes_text unique (organization_id, text)'],
  }),
);

const { database, app, ownerUrl, appUrl } = await ownDatabase(t, notes);

const insert = (organization_id: string, site_id: string | null, text: string, owned = organization_id) =>
  database.write(systemPrincipal(organization_id), (work) =>
    sql`insert into notes (id, organization_id, site_id, text) values (gen_random_uuid(), ${owned}, ${site_id}, ${text})`.execute(
      work.sql,
    ),
  );
const idOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof PatchbayError ? error.id : error),
  );
const texts = (organization_id: string, site_ids: readonly string[] | null = null) =>
  database.read({ ...systemPrincipal(organization_id), site_ids }, async (unit) => {
    const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(unit.sql);
    return rows.map(({ text }) => text);
  });

t.test('a statement without any condition sees its own organization only', async (t) => {
  await insert(ALPHA, SITE_1, 'a1');
  await insert(ALPHA, SITE_2, 'a2');
  await insert(BETA, SITE_1, 'b1');
  t.same(await texts(ALPHA), ['a1', 'a2']);
  t.same(await texts(BETA), ['b1']);
});

t.test('site grants narrow what is seen, and none means nothing', async (t) => {
  t.same(await texts(ALPHA, [SITE_2]), ['a2']);
  t.same(await texts(ALPHA, []), []);
});

t.test('a row for another organization cannot be written', async (t) => {
  t.equal(await idOf(insert(ALPHA, null, 'smuggled', BETA)), 'kernel.not_found');
  t.same(await texts(BETA), ['b1']);
});

t.test('without a scope the application login sees and writes nothing', async (t) => {
  const { rows } = await app.query('select count(*) as n from notes');
  t.equal(rows[0].n, 0);
  await t.rejects(
    app.query(`insert into notes (id, organization_id, text) values (gen_random_uuid(), '${ALPHA}', 'x')`),
    /row-level security/,
  );
});

t.test('the scope does not outlive its unit on the same connection', async (t) => {
  await texts(ALPHA);
  const { rows } = await app.query(`select current_setting('app.organization_id', true) as scope`);
  t.notOk(rows[0].scope);
});

t.test('a write that fails half way leaves nothing', async (t) => {
  await t.rejects(
    database.write(systemPrincipal(ALPHA), async (work) => {
      await sql`insert into notes (id, organization_id, text) values (gen_random_uuid(), ${ALPHA}, 'half')`.execute(
        work.sql,
      );
      throw new Error('half way');
    }),
    /half way/,
  );
  t.notOk((await texts(ALPHA)).includes('half'));
});

t.test('a statement sent with COMMIT that fails undoes the unit', async (t) => {
  await t.rejects(
    database.write(systemPrincipal(ALPHA), async (work) => {
      await sql`insert into notes (id, organization_id, text) values (gen_random_uuid(), ${ALPHA}, 'last')`.execute(
        work.sql,
      );
      work.withCommit(() => sql`select 1/0`.compile(work.sql));
    }),
    /division by zero/,
  );
  t.notOk((await texts(ALPHA)).includes('last'));
});

t.test('a violated constraint is a conflict', async (t) => {
  t.equal(await idOf(insert(ALPHA, null, 'a1')), 'kernel.conflict');
});

t.test('units inside units join the outer one, so a small pool does not lock up', async (t) => {
  const nested = (depth: number): Promise<number> =>
    database.write(systemPrincipal(ALPHA), async () => (depth === 0 ? 0 : 1 + (await nested(depth - 1))));
  t.same(await Promise.all([nested(5), nested(5), nested(5), nested(5)]), [5, 5, 5, 5]);
});

t.test('a unit of another organization inside is refused', async (t) => {
  await t.rejects(
    database.write(systemPrincipal(ALPHA), () => texts(BETA)),
    /one organization cannot hold a unit of another/,
  );
});

t.test('a late statement is refused rather than run in the next scope', async (t) => {
  let late: (() => Promise<unknown>) | undefined;
  await database.read(systemPrincipal(ALPHA), async (unit) => {
    late = () => sql`select * from notes`.execute(unit.sql);
  });
  await t.rejects(Promise.resolve(late?.()), /has ended/);
});

t.test('work after COMMIT runs only after COMMIT', async (t) => {
  const seen: string[] = [];
  await database.write(systemPrincipal(ALPHA), async (work) => {
    work.afterCommit(() => void seen.push('after'));
    seen.push('inside');
  });
  await database
    .write(systemPrincipal(ALPHA), async (work) => {
      work.afterCommit(() => void seen.push('never'));
      throw new Error('no');
    })
    .catch(() => {});
  t.same(seen, ['inside', 'after']);
});

const countOrganizations = async (db: Parameters<Parameters<typeof database.asSystem>[1]>[0]) => {
  const { rows } = await sql<{ n: number }>`select count(distinct organization_id) as n from notes`.execute(
    db,
  );
  return rows[0]?.n;
};

t.test('the system login reads across organizations for a written reason', async (t) => {
  t.equal(await database.asSystem(everything, countOrganizations), 2);
  t.equal(await database.readAsSystem(everything, countOrganizations), 2);
});

t.test('all statements of a read see one moment', async (t) => {
  const asked = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const counting = database.read(systemPrincipal(ALPHA), async ({ sql: trx }) => {
    const count = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from notes`.execute(trx);
      return rows[0]?.n;
    };
    const before = await count();
    asked.resolve();
    await written.promise;
    return [before, await count()];
  });
  await asked.promise;
  await insert(ALPHA, null, 'meanwhile');
  written.resolve();
  const [before, after] = await counting;
  t.equal(after, before);
  t.equal((await texts(ALPHA)).length, Number(before) + 1);
});

t.test('what only reads across organizations cannot write, and leaves its connection usable', async (t) => {
  const write = database.readAsSystem(everything, (db) => sql`delete from notes`.execute(db));
  await t.rejects(write, /read-only transaction/);
  const many = Array.from({ length: 40 }, () => database.readAsSystem(everything, countOrganizations));
  t.same(new Set(await Promise.all(many)), new Set([2]));
});

t.test('one statement across organizations is a transaction of its own, and the only one', async (t) => {
  t.equal(await database.onceAsSystem(everything, countOrganizations), 2);
  const two = database.onceAsSystem(everything, async (db) => {
    await countOrganizations(db);
    return countOrganizations(db);
  });
  await t.rejects(two, /has ended/);
  const wrong = () => database.onceAsSystem(everything, (db) => sql`select 1 / 0`.execute(db));
  const many = await Promise.allSettled(Array.from({ length: 40 }, wrong));
  t.ok(many.every(({ status }) => status === 'rejected'));
  t.equal(await database.onceAsSystem(everything, countOrganizations), 2, 'no connection is lost');
});

t.test('a login that could step over row-level security is refused', async (t) => {
  await t.rejects(assertHarmless(ownerUrl), /must not be a superuser/);
  await t.resolves(assertHarmless(appUrl));
});

t.test('timestamps are ISO text with microseconds', async (t) => {
  const at = await database.read(systemPrincipal(ALPHA), async (unit) => {
    const { rows } = await sql<{ at: string }>`select '2026-01-02 03:04:05.5+00'::timestamptz as at`.execute(
      unit.sql,
    );
    return rows[0]?.at;
  });
  t.equal(at, '2026-01-02T03:04:05.500000Z');
});

t.test('a unit tells whether guards looked at its principal, and what they refused', async (t) => {
  const person = { ...systemPrincipal(ALPHA), kind: 'user', role: 'operator' } as const;
  const found = () => database.write(person, (work) => work.guarded());
  t.equal(await found(), false, 'no guard is there');
  let refusal: Error | null = null;
  database.guardWrites(async () => {
    if (refusal !== null) throw refusal;
  });
  t.equal(await found(), true);
  t.equal(await database.read(person, (unit) => unit.guarded()), false);
  t.equal(await database.write(systemPrincipal(ALPHA), (work) => work.guarded()), false);
  refusal = new Error('not any more');
  await t.rejects(found(), refusal);
});
