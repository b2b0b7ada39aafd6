import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import {
  COPY_OF_THIRD,
  CUT_TAIL,
  chainScene,
  HEAD_SET_BACK,
  kinds,
  recordAt,
} from './support/chain-scene.ts';

const { after, chain, database, recorded, strike, superuser } = await chainScene(t);

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
