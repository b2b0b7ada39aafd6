import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import t from 'tap';
import { bootPlatform, waitFor } from '../harness/index.ts';

const look = exempt('test.attacks.starvation', 'a test fills the queue of one organization');

/** Answers nothing until it is let go. */
async function hangingSink(t: { teardown(work: () => unknown): unknown }) {
  const held: ServerResponse[] = [];
  const seen: string[] = [];
  let open = false;
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    request.resume();
    if (open) response.end('{}');
    else if (request.url === '/fast') response.end('{}');
    else held.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const release = (): void => {
    open = true;
    for (const each of held.splice(0)) each.end('{}');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, release };
}

t.test('the waiting runs of one organization do not starve another', async (t) => {
  const sink = await hangingSink(t);
  const harness = await bootPlatform(t, {
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  });
  await harness.owner();
  const other = await harness.organization('Hoarder');
  const hoarder = await harness.person('org_admin', other);
  const victim = await harness.person('org_admin');
  const connect = async (as: typeof victim, path: string, mode: string) => {
    const answer = await harness.call('POST', '/fabric/connections', {
      as,
      body: {
        name: path,
        source_event: 'site.created',
        mode,
        steps: [{ operation_id: 'fabric.webhook', params: { url: `${sink.url}${path}` } }],
      },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return String(answer.body.id);
  };
  const hoard = await connect(hoarder, '/slow', 'queued');
  await connect(victim, '/fast', 'parallel');
  await harness.call('POST', '/sites', { as: hoarder, body: { name: 'one' } });
  await waitFor('the first slow call', () => sink.seen.includes('/slow'));
  await harness.get(DATABASE).asSystem(look, async (db) => {
    await sql`insert into connection_runs (id, organization_id, connection_id, event_id, author_id, status)
      select uuidv7(), ${other}::uuid, ${hoard}::uuid, uuidv7(), ${hoarder.user_id}::uuid, 'queued'
      from generate_series(1, 2100)`.execute(db);
  });
  await harness.call('POST', '/sites', { as: victim, body: { name: 'two' } });
  const reached = await waitFor("the victim's webhook", () => sink.seen.includes('/fast')).catch(
    (error: Error) => error.message,
  );
  t.equal(reached, true, 'the other organization is served while the queue of the first is long');
  sink.release();
});

t.test('destinations that hang take no more than their organization may have', async (t) => {
  const [sink, calm] = [await hangingSink(t), await hangingSink(t)];
  const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  await harness.owner();
  const other = await harness.organization('Hangers');
  const hanger = await harness.person('org_admin', other);
  const victim = await harness.person('org_admin');
  const connect = (as: typeof victim, url: string) =>
    harness.call('POST', '/fabric/connections', {
      as,
      body: {
        name: url,
        source_event: 'site.created',
        steps: [{ operation_id: 'fabric.webhook', params: { url } }],
      },
    });
  for (let n = 0; n < 5; n += 1) t.equal((await connect(hanger, `${sink.url}/slow`)).status, 201);
  t.equal((await connect(victim, `${calm.url}/fast`)).status, 201);
  for (let n = 0; n < 20; n += 1)
    await harness.call('POST', '/sites', { as: hanger, body: { name: `hang ${n}` } });
  await waitFor('calls that hang', () => sink.seen.length >= 16);
  await harness.call('POST', '/sites', { as: victim, body: { name: 'mine' } });
  const reached = await waitFor("the victim's webhook", () => calm.seen.includes('/fast')).catch(
    (error: Error) => error.message,
  );
  t.equal(reached, true, `${sink.seen.length} calls of the first organization hang`);
  sink.release();
});

t.test('a run that waited acts as the author of the steps it carries out', async (t) => {
  const sink = await hangingSink(t);
  const harness = await bootPlatform(t, {
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const owner = await harness.owner();
  const taker = await harness.person('org_admin');
  const connection = await harness.call('POST', '/fabric/connections', {
    as: owner,
    body: {
      name: 'queued',
      source_event: 'user.created',
      mode: 'queued',
      steps: [{ operation_id: 'fabric.webhook', params: { url: `${sink.url}/slow` } }],
    },
  });
  t.equal(connection.status, 201, connection.text);
  await harness.person('viewer');
  await waitFor('the first run', () => sink.seen.length > 0);
  await harness.person('viewer');
  await waitFor('the second run to wait', async () => {
    const { body } = await harness.call('GET', `/fabric/connections/${connection.body.id}/runs`, {
      as: owner,
    });
    return body.items?.filter((run: { status: string }) => run.status === 'queued').length === 1;
  });
  const steps = [{ operation_id: 'fabric.webhook', params: { url: `${sink.url}/of-taker` } }];
  const patched = await harness.call('PATCH', `/fabric/connections/${connection.body.id}`, {
    as: taker,
    body: { steps },
  });
  t.match(patched, { status: 200, body: { author_id: taker.user_id } });
  const disabled = await harness.call('PATCH', `/users/${taker.user_id}`, {
    as: owner,
    body: { is_active: false },
  });
  t.equal(disabled.status, 200);
  sink.release();
  await waitFor('both runs to end', async () => {
    const { body } = await harness.call('GET', `/fabric/connections/${connection.body.id}/runs`, {
      as: owner,
    });
    return (
      body.items.length === 2 && body.items.every((run: { finished_at: unknown }) => run.finished_at !== null)
    );
  });
  t.notOk(
    sink.seen.includes('/of-taker'),
    'steps of a disabled author are carried out in the name of the author before',
  );
});
