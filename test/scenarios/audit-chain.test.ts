import { randomUUID } from 'node:crypto';
import { AUDIT_CHAIN, type ChainReport } from '@patchbay/kernel/audit';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import pg from 'pg';
import t from 'tap';
import { bootPlatform } from '../harness/index.ts';

const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: 'identity' }, work: false });
const database = harness.get(DATABASE);
const chain = harness.get(AUDIT_CHAIN);
const superuser = new pg.Client({ connectionString: harness.databaseUrl });
await superuser.connect();
t.teardown(() => superuser.end());

/** A fresh organization with so many sealed records. */
async function recorded(count: number): Promise<string> {
  const organization_id = randomUUID();
  for (let index = 0; index < count; index += 1)
    await database.write(systemPrincipal(organization_id), async (work) => {
      work.audit.record({
        action: 'test.act',
        target_type: 'thing',
        target_id: String(index),
        detail: { b: 2, a: [1, { d: 1.5, c: null }] },
      });
    });
  const report = await chain.validate(organization_id);
  t.match(report, { valid: true, sealed: count, unsealed: 0, problems: [] }, 'whole before it is touched');
  return organization_id;
}

const kinds = ({ problems }: ChainReport): readonly string[] => [
  ...new Set(problems.map(({ kind }) => kind)),
];

async function after(
  count: number,
  damage: (organization_id: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const organization_id = await recorded(count);
  await damage(organization_id);
  const report = await chain.validate(organization_id);
  t.equal(report.valid, false);
  return kinds(report);
}

t.test('an edited record is told as edited', async (t) => {
  t.same(
    await after(5, (id) =>
      superuser.query(
        `update audit_log set action = 'test.other' where organization_id = $1 and sequence = 3`,
        [id],
      ),
    ),
    ['edited'],
  );
});

t.test('a record removed from the middle is told as missing', async (t) => {
  t.same(
    await after(5, (id) =>
      superuser.query('delete from audit_log where organization_id = $1 and sequence = 3', [id]),
    ),
    ['missing'],
  );
});

t.test('a record that stands twice is told as duplicated', async (t) => {
  const copy = `insert into audit_log select gen_random_uuid(), organization_id, sequence, actor_kind, actor_id, key_id, action,
    target_type, target_id, detail, occurred_at, intake_mac, chain_mac from audit_log where organization_id = $1 and sequence = 3`;
  const named = copy.replace(
    'insert into audit_log',
    'insert into audit_log (id, organization_id, sequence, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at, intake_mac, chain_mac)',
  );
  t.same(await after(5, (id) => superuser.query(named, [id])), ['duplicated']);
});

t.test('two records that claim one place are told as forked', async (t) => {
  t.same(
    await after(5, (id) =>
      superuser.query('update audit_log set sequence = 3 where organization_id = $1 and sequence = 4', [id]),
    ),
    ['forked', 'missing'],
  );
});

t.test('a tail cut off is told as truncated', async (t) => {
  t.same(
    await after(5, (id) =>
      superuser.query('delete from audit_log where organization_id = $1 and sequence > 3', [id]),
    ),
    ['truncated'],
  );
});

t.test('a tail cut off together with a head set back is found: the head cannot be forged', async (t) => {
  const found = await after(5, async (id) => {
    await superuser.query('delete from audit_log where organization_id = $1 and sequence > 3', [id]);
    await superuser.query(
      `update audit_heads set sequence = 3, chain_mac = (select chain_mac from audit_log where organization_id = $1 and sequence = 3) where organization_id = $1`,
      [id],
    );
  });
  t.same(found, ['edited']);
});

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

t.test('the application login can neither edit nor remove a record', async (t) => {
  const organization_id = await recorded(1);
  const denied = (statement: string) =>
    database.write(systemPrincipal(organization_id), async (work) => {
      const { sql } = await import('@patchbay/kernel/database');
      await sql.raw(statement).execute(work.sql);
    });
  await t.rejects(denied(`update audit_log set action = 'x'`));
  await t.rejects(denied('delete from audit_log'));
});
