import { DATABASE } from '@patchbay/kernel/database';
import { defineEvent } from '@patchbay/kernel/events';
import { type Access, systemPrincipal } from '@patchbay/kernel/permissions';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { moduleOf } from '@patchbay/test/kit';
import t from 'tap';
import Type from 'typebox';
import { connect, finished, logs, runsOf } from './support/platform.ts';

const event = (type: string, access: Access) =>
  defineEvent({
    type,
    title: type,
    description: 'Heard by some.',
    category: 'heard',
    access,
    payload: Type.Object({ n: Type.Integer() }),
  });
const open = event('heard.by_all', { role: 'viewer' });
const secret = event('heard.by_few', { role: 'super_admin' });

const heard = moduleOf(import.meta.filename, {
  id: 'heard',
  title: 'Heard',
  events: [open, secret],
});

t.test('what an author may not hear', async (t) => {
  const harness = await bootPlatform(t, { modules: [heard] });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const steps = [logs('x')];
  const publish = (n: number) =>
    harness.get(DATABASE).write(systemPrincipal(organization_id), async (work) => ({
      secret: work.events.publish(secret, { n }),
      open: work.events.publish(open, { n }),
    }));
  const why = async (event_id: string, connection_id: string) =>
    (
      await harness.call('GET', `/fabric/why-not?${new URLSearchParams({ event_id, connection_id })}`, {
        as: owner,
      })
    ).body;

  await t.test('keeps a pattern from being saved that can match it', async (t) => {
    const admin = await harness.person('org_admin');
    for (const source_event of ['heard.by_few', 'heard.*', '**']) {
      const body = { name: 'n', source_event, steps };
      const answer = await harness.call('POST', '/fabric/connections', { as: admin, body });
      t.equal(answer.status, 403, source_event);
      t.match(answer.body.error.message, /may not subscribe to/);
    }
    t.ok(await connect(harness, admin, { source_event: 'heard.by_all', steps }));
    t.ok(await connect(harness, owner, { source_event: 'heard.*', steps, is_enabled: false }));
  });

  await t.test('no longer reaches the Connection of one who could hear it once', async (t) => {
    const elsewhere = await harness.organization('Elsewhere');
    t.ok(elsewhere);
    const made = await harness.call('POST', '/users', {
      as: owner,
      body: {
        email: 'second@example.com',
        username: 'second',
        password: owner.password,
        role: 'org_admin',
      },
    });
    t.equal(made.status, 201, made.text);
    const id = await connect(harness, owner, { source_event: 'heard.*', steps });
    const before = await publish(1);
    await finished(harness, owner, id, 2);
    t.match(await why(before.secret, id), { ran: true });
    // The one who wrote it has a lesser role from now on.
    await harness.get(DATABASE).write(systemPrincipal(organization_id), async ({ sql: db }) => {
      await db.updateTable('connections').set({ author_id: made.body.id }).where('id', '=', id).execute();
    });
    const after = await publish(2);
    await waitFor('the open one', async () => (await runsOf(harness, owner, id)).total === 3);
    t.match(await why(after.open, id), { ran: true });
    t.match(await why(after.secret, id), { ran: false, reason: 'author_may_not_hear' });
    t.equal((await runsOf(harness, owner, id)).total, 3);
  });
});
