import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import { CUT_TAIL, chainScene } from './support/chain-scene.ts';

const { chain, database, outside, recorded, strike, superuser } = await chainScene(t);

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
