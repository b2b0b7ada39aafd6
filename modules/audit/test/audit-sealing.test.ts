import { randomUUID } from 'node:crypto';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { chainScene } from './support/chain-scene.ts';

const { chain, database, recorded, superuser } = await chainScene(t);

t.test('writers in parallel make one chain without gaps', async (t) => {
  const organization_id = randomUUID();
  const write = () =>
    database.write(systemPrincipal(organization_id), async (work) =>
      work.audit.record({ action: 'test.parallel' }),
    );
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 8 }, write));
    await chain.validate(organization_id);
  }
  t.match(await chain.validate(organization_id), { valid: true, sealed: 40, unsealed: 0 });
});

t.test('many organizations are sealed together, each in a chain of its own', async (t) => {
  const ids = Array.from({ length: 150 }, () => randomUUID());
  const waiting = async (): Promise<number> =>
    (
      await superuser.query('select count(*)::int as n from audit_pending where organization_id = any ($1)', [
        ids,
      ])
    ).rows[0].n;
  await Promise.all(
    ids.map((id, index) =>
      database.write(systemPrincipal(id), async (work) => {
        for (let each = 0; each <= index % 40; each += 1) work.audit.record({ action: 'test.together' });
      }),
    ),
  );
  await waitFor('everything to be sealed', async () => (await waiting()) === 0);
  for (const [index, id] of ids.entries())
    if (index % 10 === 9)
      t.match(await chain.validate(id), { valid: true, sealed: (index % 40) + 1, unsealed: 0 }, `${index}`);
});

t.test('an organization whose chain is damaged does not keep others from being sealed', async (t) => {
  const damaged = await recorded(2);
  await superuser.query(`update audit_heads set head_mac = '' where organization_id = $1`, [damaged]);
  const others = Array.from({ length: 5 }, () => randomUUID());
  await Promise.all(
    [damaged, ...others].map((id) =>
      database.write(systemPrincipal(id), async (work) => work.audit.record({ action: 'test.beside' })),
    ),
  );
  const unsealed = async (): Promise<readonly string[]> =>
    (
      await superuser.query('select organization_id from audit_pending where organization_id = any ($1)', [
        [damaged, ...others],
      ])
    ).rows.map((row) => row.organization_id);
  await waitFor('the others to be sealed', async () => (await unsealed()).length <= 1);
  t.same(await unsealed(), [damaged]);
});

t.test('a long chain written at once is sealed in batches, with checkpoints', async (t) => {
  const organization_id = randomUUID();
  await database.write(systemPrincipal(organization_id), async (work) => {
    for (let index = 0; index < 4_500; index += 1)
      work.audit.record({ action: 'test.long', target_id: String(index) });
  });
  t.match(await chain.validate(organization_id), { valid: true, sealed: 4_500, unsealed: 0 });
  const { rows } = await superuser.query(
    `select count(*)::int as records, bool_and(a.target_id = (l.sequence - 1)::text) as in_order,
       (select count(*)::int from audit_checkpoints c where c.organization_id = $1) as checkpoints
     from audit_links l join audit_log a on a.id = l.record_id where l.organization_id = $1`,
    [organization_id],
  );
  t.match(rows[0], { records: 4_500, in_order: true });
  t.ok(rows[0].checkpoints >= 2, `${rows[0].checkpoints} checkpoints`);
});

t.test('the application login can neither edit nor remove a record', async (t) => {
  const organization_id = await recorded(1);
  const denied = (statement: string) =>
    database.write(systemPrincipal(organization_id), async (work) => {
      const { sql } = await import('@patchbay/kernel/database');
      await sql.raw(statement).execute(work.sql);
    });
  for (const table of ['audit_log', 'audit_pending', 'audit_links', 'audit_heads', 'audit_checkpoints']) {
    await t.rejects(denied(`delete from ${table}`), table);
    await t.rejects(denied(`update ${table} set organization_id = organization_id`), table);
  }
  await t.rejects(denied(`insert into audit_links values ('${organization_id}', 2, uuidv7(), '')`));
  await t.rejects(denied(`insert into audit_pending values ('${randomUUID()}', uuidv7(), '')`), 'of another');
  t.match(await chain.validate(organization_id), { valid: true, sealed: 1 });
});
