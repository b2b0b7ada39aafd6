import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_RECORDS } from '@patchbay/kernel/audit';
import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { AuditChain } from '../services/audit-chain.ts';
import type { ChainReport } from '../services/chain-validator.ts';

const outside = await mkdtemp(join(tmpdir(), 'patchbay-checkpoints-'));
t.teardown(() => rm(outside, { recursive: true, force: true }));
const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity' },
  work: false,
});
const database = harness.get(DATABASE);
// A chain of its own: no watch of the module validates beside the test.
const chain = new AuditChain(
  harness.get(AUDIT_RECORDS),
  database,
  harness.get(SECRETS),
  harness.get(CLOCK),
  harness.get(LOGGER),
  outside,
);
chain.start();
t.teardown(() => chain.stop());
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

/** Runs one statement past every lock, for one organization. */
const strike = (statement: string) => (organization_id: string) =>
  superuser.query(statement, [organization_id]);
const recordAt = (place: string): string =>
  `id in (select record_id from audit_links where organization_id = $1 and sequence ${place})`;
const COPY_OF_THIRD = `insert into audit_log
    (id, organization_id, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at, intake_mac)
  select uuidv7(), organization_id, actor_kind, actor_id, key_id, action, target_type, target_id, detail, occurred_at, intake_mac
  from audit_log where organization_id = $1 and ${recordAt('= 3')}`;
const CUT_TAIL = [
  `delete from audit_log where organization_id = $1 and ${recordAt('> 3')}`,
  'delete from audit_links where organization_id = $1 and sequence > 3',
];
const HEAD_SET_BACK = `update audit_heads set sequence = 3,
  chain_mac = (select chain_mac from audit_links where organization_id = $1 and sequence = 3) where organization_id = $1`;

t.test('an edited record is told as edited', async (t) => {
  const edit = `update audit_log set action = 'test.other' where organization_id = $1 and ${recordAt('= 3')}`;
  t.same(await after(5, strike(edit)), ['edited']);
});

t.test('a record nobody wrote here is told as edited', async (t) => {
  const invent = `insert into audit_log (id, organization_id, actor_kind, action, occurred_at, intake_mac)
    values (uuidv7(), $1, 'system', 'test.invented', now(), repeat('0', 64))`;
  t.same(await after(5, strike(invent)), ['edited']);
});

t.test('a record removed from the middle is told as missing', async (t) => {
  const both = async (id: string) => {
    await strike(`delete from audit_log where organization_id = $1 and ${recordAt('= 3')}`)(id);
    await strike('delete from audit_links where organization_id = $1 and sequence = 3')(id);
  };
  t.same(await after(5, both), ['missing'], 'with its link');
  const record = `delete from audit_log where organization_id = $1 and ${recordAt('= 3')}`;
  t.same(await after(5, strike(record)), ['missing'], 'without its link');
  const link = 'delete from audit_links where organization_id = $1 and sequence = 3';
  t.same(await after(5, strike(link)), ['missing'], 'the link alone');
});

t.test('records removed while their links stay are told as missing, the last ones too', async (t) => {
  const all = 'delete from audit_log where organization_id = $1';
  t.same(await after(5, strike(all)), ['missing']);
  t.same(await after(5, strike(`${all} and ${recordAt('> 3')}`)), ['missing']);
});

t.test('a record kept from the chain is told as missing', async (t) => {
  const organization_id = await recorded(3);
  await superuser.query('begin');
  await superuser.query('select from audit_heads where organization_id = $1 for update', [organization_id]);
  await database.write(systemPrincipal(organization_id), async (work) =>
    work.audit.record({ action: 'test.kept-out' }),
  );
  await superuser.query('delete from audit_pending where organization_id = $1', [organization_id]);
  await superuser.query('commit');
  t.match(await chain.validate(organization_id), {
    valid: false,
    problems: [{ kind: 'missing', sequence: 4 }],
  });
});

t.test(
  'one of many records that wait together is told as missing when it is kept from the chain',
  async (t) => {
    const organization_id = await recorded(3);
    await superuser.query('begin');
    await superuser.query('select from audit_heads where organization_id = $1 for update', [organization_id]);
    await database.write(systemPrincipal(organization_id), async (work) => {
      for (const action of ['test.first', 'test.kept-out', 'test.last']) work.audit.record({ action });
    });
    const { rowCount } = await superuser.query(
      `update audit_pending set later_ids = later_ids[2:], later_macs = later_macs[2:]
     where organization_id = $1 and cardinality(later_ids) = 2`,
      [organization_id],
    );
    t.equal(rowCount, 1, 'they wait in one row');
    await superuser.query('commit');
    const found = await chain.validate(organization_id);
    t.match(found, { valid: false, sealed: 5 });
    t.same(
      found.problems.map(({ kind }) => kind),
      ['missing'],
    );
  },
);

t.test('a record removed before it was sealed is told as missing', async (t) => {
  const organization_id = await recorded(3);
  await superuser.query('begin');
  await superuser.query('select from audit_heads where organization_id = $1 for update', [organization_id]);
  await database.write(systemPrincipal(organization_id), async (work) =>
    work.audit.record({ action: 'test.removed' }),
  );
  await superuser.query(`delete from audit_log where organization_id = $1 and action = 'test.removed'`, [
    organization_id,
  ]);
  await superuser.query('commit');
  t.match(await chain.validate(organization_id), {
    valid: false,
    problems: [{ kind: 'missing', sequence: 4 }],
  });
});

t.test('a record that stands twice is told as duplicated', async (t) => {
  t.same(await after(5, strike(COPY_OF_THIRD)), ['duplicated']);
  const again = `insert into audit_pending (organization_id, record_id, intake_mac)
    select $1, id, intake_mac from audit_log where organization_id = $1 and ${recordAt('= 3')}`;
  t.same(await after(5, strike(again)), ['duplicated'], 'sealed a second time');
});

t.test('two records that change places are told as forked', async (t) => {
  const swap = `update audit_links l set record_id = o.record_id from audit_links o
    where l.organization_id = $1 and o.organization_id = $1 and l.sequence in (3, 4) and o.sequence = 7 - l.sequence`;
  t.same(await after(5, strike(swap)), ['forked']);
});

t.test('two records cannot claim one place; where that lock was taken off, they are told', async (t) => {
  const claim = 'update audit_links set sequence = 3 where organization_id = $1 and sequence = 4';
  await t.rejects(after(5, strike(claim)), { code: '23505' });
  const twice = `insert into audit_links select * from audit_links where organization_id = $1 and sequence = 3`;
  const damaged: string[] = [];
  const unlocked = (statement: string) => async (id: string) => {
    damaged.push(id);
    await superuser.query('alter table audit_links drop constraint if exists audit_links_pkey');
    await strike(statement)(id);
  };
  t.same(await after(5, unlocked(claim)), ['forked', 'missing']);
  t.same(await after(5, unlocked(twice)), ['duplicated']);
  await superuser.query('delete from audit_links where organization_id = any ($1::uuid[])', [damaged]);
  await superuser.query('alter table audit_links add primary key (organization_id, sequence)');
});

t.test('a tail cut off is told as truncated', async (t) => {
  const both = async (id: string) => {
    for (const statement of CUT_TAIL) await strike(statement)(id);
  };
  t.same(await after(5, both), ['truncated'], 'with its records');
  t.same(await after(5, strike(String(CUT_TAIL[1]))), ['truncated'], 'the links alone');
  const all = 'delete from audit_links where organization_id = $1';
  t.same(await after(5, strike(all)), ['truncated'], 'every link');
});

t.test('a tail cut off together with a head set back is found: the head cannot be forged', async (t) => {
  const setBack = async (id: string) => {
    for (const statement of [...CUT_TAIL, HEAD_SET_BACK]) await strike(statement)(id);
  };
  t.same(await after(5, setBack), ['edited']);
  const organization_id = await recorded(5);
  await setBack(organization_id);
  await database.write(systemPrincipal(organization_id), async (work) =>
    work.audit.record({ action: 'test.later' }),
  );
  t.match(
    await chain.validate(organization_id),
    { valid: false, sealed: 3, unsealed: 1, problems: [{ kind: 'edited' }] },
    'later records do not make the sealer vouch for it',
  );
});

t.test('a head set back to an earlier one is told as forked, whatever was written since', async (t) => {
  const organization_id = await recorded(3);
  const { rows } = await superuser.query('select * from audit_heads where organization_id = $1', [
    organization_id,
  ]);
  const write = () =>
    database.write(systemPrincipal(organization_id), async (work) =>
      work.audit.record({ action: 'test.later' }),
    );
  await write();
  t.match(await chain.validate(organization_id), { valid: true, sealed: 4 });
  await superuser.query(
    'update audit_heads set sequence = $2, chain_mac = $3, head_mac = $4 where organization_id = $1',
    [organization_id, rows[0].sequence, rows[0].chain_mac, rows[0].head_mac],
  );
  t.same(kinds(await chain.validate(organization_id)), ['forked']);
  await write();
  t.same(kinds(await chain.validate(organization_id)), ['forked']);
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

t.test('a trail removed from all four tables is told by the checkpoint outside the database', async (t) => {
  const organization_id = await recorded(5);
  await chain.keepCheckpoints();
  for (const table of ['audit_log', 'audit_links', 'audit_heads', 'audit_checkpoints'])
    await superuser.query(`delete from ${table} where organization_id = $1`, [organization_id]);
  t.match(await chain.validate(organization_id), {
    valid: false,
    problems: [{ kind: 'truncated', sequence: 5 }],
  });
  await chain.keepCheckpoints();
  t.match(await chain.validate(organization_id), { valid: false }, 'another round does not replace it');
});

t.test(
  'a trail rolled back to an earlier whole state is told, also after it grew past it again',
  async (t) => {
    const organization_id = await recorded(3);
    const tables = ['audit_log', 'audit_links', 'audit_heads', 'audit_checkpoints'];
    for (const table of tables)
      await superuser.query(
        `create temporary table former_${table} as select * from ${table} where organization_id = '${organization_id}'`,
      );
    const more = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await database.write(systemPrincipal(organization_id), async (work) =>
          work.audit.record({ action: 'test.more' }),
        );
      return chain.validate(organization_id);
    };
    t.match(await more(3), { valid: true, sealed: 6 });
    await chain.keepCheckpoints();
    const told: string[] = [];
    t.teardown(chain.onSetBack((id) => told.push(id)));
    for (const table of tables) {
      await superuser.query(`delete from ${table} where organization_id = $1`, [organization_id]);
      await superuser.query(`insert into ${table} select * from former_${table}`);
    }
    t.match(await chain.validate(organization_id), {
      valid: false,
      problems: [{ kind: 'truncated', sequence: 6 }],
    });
    await chain.keepCheckpoints();
    await chain.keepCheckpoints();
    t.same(told, [organization_id], 'told once');
    t.match(await more(5), { valid: false, problems: [{ kind: 'forked', sequence: 6 }] });

    await chain.acceptChain(organization_id);
    t.match(await chain.validate(organization_id), { valid: true, sealed: 8 }, 'its operator answers for it');
  },
);

t.test('a checkpoint that no given key has signed proves nothing', async (t) => {
  const organization_id = await recorded(3);
  await chain.keepCheckpoints();
  const file = join(outside, `${organization_id}.json`);
  const kept = JSON.parse(await readFile(file, 'utf8'));
  t.match(kept, { organization_id, sequence: 3 });
  t.equal((await stat(file)).mode & 0o777, 0o600);
  await writeFile(file, JSON.stringify({ ...kept, sequence: 900 }));
  t.match(await chain.validate(organization_id), { valid: true });
  await writeFile(file, '{"organization_id":');
  t.match(await chain.validate(organization_id), { valid: true });
});

t.test('a head that no key has signed does not take the place of a signed checkpoint', async (t) => {
  const organization_id = await recorded(3);
  const of = 'where organization_id = $1';
  const { rows } = await superuser.query(`select * from audit_heads ${of}`, [organization_id]);
  for (let index = 0; index < 2; index += 1)
    await database.write(systemPrincipal(organization_id), async (work) =>
      work.audit.record({ action: 'test.rolled-back' }),
    );
  t.match(await chain.validate(organization_id), { valid: true, sealed: 5 });
  await chain.keepCheckpoints();
  const told: string[] = [];
  t.teardown(chain.onSetBack((id) => told.push(id)));

  const forged = `update audit_heads set sequence = 9, head_mac = repeat('0', 64) ${of}`;
  await superuser.query(forged, [organization_id]);
  await chain.keepCheckpoints();
  t.same(told, [organization_id], 'it is told as soon as it is seen');

  for (const statement of CUT_TAIL) await strike(statement)(organization_id);
  await superuser.query(`update audit_heads set sequence = $2, chain_mac = $3, head_mac = $4 ${of}`, [
    organization_id,
    rows[0].sequence,
    rows[0].chain_mac,
    rows[0].head_mac,
  ]);
  t.match(await chain.validate(organization_id), {
    valid: false,
    problems: [{ kind: 'truncated', sequence: 5 }],
  });
});
