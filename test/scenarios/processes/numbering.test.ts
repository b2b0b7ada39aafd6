import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import t from 'tap';
import { bootPlatform, waitFor } from '../../harness/index.ts';
import { Listener } from '../support/listener.ts';

const numbering = exempt('test.numbering', 'numbers events as the relay of another process would');

t.test('a process that numbers events reads none of them while it holds the lock', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const listener = await (await Listener.open(harness, owner.token)).subscribe(['site.*']);
  const names = Array.from({ length: 30 }, (_, index) => `Site ${index}`);
  const answered = await harness.get(DATABASE).asSystem(numbering, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('patchbay.relay'))`.execute(db);
    for (const name of names) {
      await harness.site(owner, name);
      // The server ends a session that does nothing in a transaction for ten seconds.
      await sql`select 1`.execute(db);
    }
    const { rows } = await sql<{
      base: number;
      taken: number;
    }>`select * from events_relay(1000, null)`.execute(db);
    return rows;
  });
  const [numbered] = answered;
  t.equal(answered.length, 1, 'one short row, however many events');
  t.same(Object.keys(numbered ?? {}), ['base', 'taken']);
  t.ok((numbered?.taken ?? 0) >= names.length);
  await waitFor('live listeners to be told of what another numbered', () =>
    names.every((name) => listener.told('name').includes(name)),
  );
  t.same(listener.told('name'), names, 'each once, in order');
  t.same(
    listener.cursors,
    names.map((_, index) => (numbered?.base ?? 0) + (numbered?.taken ?? 0) - names.length + 1 + index),
  );
});
