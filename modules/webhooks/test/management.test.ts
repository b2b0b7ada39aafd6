import t from 'tap';
import { Receiver } from './support/receiver.ts';
import { World } from './support/world.ts';

const URL_ = 'https://hooks.example.com/patchbay';
const MISSING = '0199aa00-0000-7000-8000-000000000000';

t.test('webhooks are managed', async (t) => {
  const world = await World.start(t);

  t.test('created, read, changed under its ETag and deleted; its secret is shown once', async (t) => {
    const created = await world.call('POST', '', { name: 'Hook', url: URL_, events: ['site.*'] });
    t.equal(created.status, 201);
    t.match(created.body.secret, /^whsec_[\w-]{43}$/);
    t.match(created.body, {
      is_enabled: true,
      ordered: true,
      author_id: world.owner.user_id,
      template_id: null,
    });
    const { id } = created.body;
    const read = await world.call('GET', `/${id}`);
    t.notOk('secret' in read.body);
    const stale = await world.harness.call('PATCH', `/webhooks/${id}`, {
      as: world.owner,
      body: { name: 'New' },
      headers: { 'if-match': '"2020-01-01T00:00:00.000000Z"' },
    });
    t.equal(stale.status, 412);
    const changed = await world.harness.call('PATCH', `/webhooks/${id}`, {
      as: world.owner,
      body: { name: 'New' },
      headers: { 'if-match': String(read.headers['etag']) },
    });
    t.match(changed, { status: 200, body: { name: 'New', url: URL_ } });
    const listed = (await world.call('GET', '?search=new')).body;
    t.match(listed, { total: 1, items: [{ id }] });
    t.equal((await world.call('DELETE', `/${id}`)).status, 204);
    t.equal((await world.call('GET', `/${id}`)).status, 404);
    t.equal((await world.call('GET', `/${id}/deliveries`)).status, 404);
  });

  t.test('what is not valid changes nothing', async (t) => {
    const input = { name: 'Bad', url: URL_, events: ['site.*'] };
    const cases: [Readonly<Record<string, unknown>>, number][] = [
      [{ events: [] }, 422],
      [{ events: ['dev*'] }, 422],
      [{ events: ['site.*', '..'] }, 422],
      [{ events: ['no.such.event'] }, 403],
      [{ url: 'http://10.0.0.1/' }, 422],
      [{ url: 'ftp://x' }, 422],
      [{ template_id: MISSING }, 422],
      [{ secret: 'mine' }, 422],
      [{ name: '' }, 422],
    ];
    for (const [fields, status] of cases)
      t.equal((await world.call('POST', '', { ...input, ...fields })).status, status, JSON.stringify(fields));
    t.equal((await world.call('GET', '')).body.total, 0);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/status'],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${MISSING}`],
      ['POST', `/deliveries/${MISSING}/resend`],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
    ] as const) {
      const body =
        method === 'PATCH'
          ? { name: 'x' }
          : path.startsWith('/deliveries') || method !== 'POST'
            ? undefined
            : {};
      t.equal((await world.call(method, `/${MISSING}${path}`, body)).status, 404, `${method} ${path}`);
    }
    const since = new Date().toISOString();
    t.equal((await world.call('POST', `/${MISSING}/replay`, { since })).status, 404);
  });

  t.test('a subscription asks only for what its author may see, within the ceiling of a key', async (t) => {
    const admin = await world.harness.person('admin');
    const wide = { name: 'Wide', url: URL_, events: ['ingest.external'] };
    t.equal((await world.call('POST', '', wide, admin)).status, 403, 'org_admin only');
    t.equal((await world.call('POST', '', { ...wide, events: ['**'] }, admin)).status, 403);
    const operator = await world.harness.person('operator');
    t.equal((await world.call('GET', '', undefined, operator)).status, 403);
    const key = await world.harness.call('POST', '/api-keys', {
      as: world.owner,
      body: { name: 'k', scopes: ['webhook:write', 'site:read'] },
    });
    const apiKey = String(key.body.secret);
    const byKey = (body: unknown) => world.harness.call('POST', '/webhooks', { apiKey, body });
    t.equal((await byKey({ ...wide, events: ['user.created'] })).status, 403, 'the key has no user:read');
    const created = await byKey({ ...wide, events: ['site.created'] });
    t.equal(created.status, 201);
    const taken = await world.call('PATCH', `/${created.body.id}`, { events: ['ingest.external'] }, admin);
    t.equal(taken.status, 403, 'nobody makes it tell them more than they may see');
    const moved = await world.call('PATCH', `/${created.body.id}`, { url: `${URL_}/2` }, admin);
    t.match(moved.body, { author_id: admin.user_id }, 'who says where it goes answers for it');
    const named = await world.call('PATCH', `/${created.body.id}`, { name: 'Named' });
    t.match(named.body, { author_id: admin.user_id });
    await world.call('DELETE', `/${created.body.id}`);
  });

  t.test('templates are kept, checked and shown at work', async (t) => {
    const made = await world.call('POST', '/templates', { name: 'T', body: { text: 'Hi {{trigger.name}}' } });
    t.equal(made.status, 201);
    const { id } = made.body;
    const render = (body: unknown) => world.call('POST', `/templates/${id}/render`, body);
    t.same((await render({ payload: { name: 'you' } })).body, { body: { text: 'Hi you' } });
    const unresolved = await render({ payload: {} });
    t.match(unresolved, { status: 422, body: { error: { type: 'TEMPLATE_UNRESOLVED' } } });
    t.equal((await render({ payload: { name: 'x', secret: 'y' } })).status, 200);
    t.equal((await render({ event_id: MISSING })).status, 404);
    for (const path of ['trigger.__proto__.x', 'steps.0.output', 'event.nothing', 'process.env'])
      t.equal(
        (await world.call('POST', '/templates', { name: 'B', body: { x: `{{${path}}}` } })).status,
        422,
        path,
      );
    t.equal((await world.call('PATCH', `/templates/${id}`, { body: { x: '{{nope}}' } })).status, 422);
    t.equal(
      (await world.call('POST', '/templates', { name: 'L', body: { x: 'y'.repeat(40_000) } })).status,
      422,
    );
    const elsewhere = await world.harness.person('org_admin', await world.harness.organization('Other'));
    t.equal((await world.call('GET', `/templates/${id}`, undefined, elsewhere)).status, 404);
    const smuggled = await world.call(
      'POST',
      '',
      { name: 'S', url: URL_, events: ['site.*'], template_id: id },
      elsewhere,
    );
    t.equal(smuggled.status, 422);
    t.equal((await world.call('GET', '/templates?sort=-name')).body.total, 1);
    t.equal((await world.call('DELETE', `/templates/${id}`)).status, 204);
  });

  t.test('deliveries asked for by hand are bounded', async (t) => {
    const receiver = await Receiver.start(t);
    receiver.hold();
    const { id } = await world.subscribe(receiver.url, { is_enabled: false });
    const statuses: number[] = [];
    for (let count = 0; count < 101; count += 1)
      statuses.push((await world.call('POST', `/${id}/test`, {})).status);
    t.same(new Set(statuses.slice(0, 100)), new Set([201]));
    t.equal(statuses[100], 429);
    await world.call('DELETE', `/${id}`);
  });
});
