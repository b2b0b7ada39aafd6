import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';

t.test('what other systems hand in', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const keyOf = async (scopes: readonly string[]) => {
    const answer = await harness.call('POST', '/api-keys', { as: owner, body: { name: 'k', scopes } });
    if (answer.status !== 201) throw new Error(answer.text);
    return String(answer.body.secret);
  };
  const apiKey = await keyOf(['event:write']);
  const ingest = (body: unknown, key = apiKey) =>
    harness.call('POST', '/fabric/ingest', { apiKey: key, body });

  t.test('becomes an event of one fixed type with a cleaned name', async (t) => {
    const answer = await ingest({ name: 'Door Öpen! 7', payload: { password: 'x', door: 7 } });
    t.equal(answer.status, 202);
    t.same(answer.body, { accepted: true, event_type: 'ingest.external', name: 'doorpen7' });
    t.same((await ingest({ name: '!!', payload: {} })).body.name, null);
    t.equal((await ingest({ name: 'a'.repeat(65), payload: {} })).status, 422);
    const { body } = await waitFor('the events', async () => {
      const found = await harness.call('GET', '/events?event_type=ingest.**&sort=occurred_at', { as: owner });
      return found.body.total === 2 ? found : null;
    });
    t.match(body.items[0], {
      event_type: 'ingest.external',
      category: 'ingest',
      organization_id: owner.organization_id,
      causation: [],
    });
    t.same(body.items[0].payload, { name: 'doorpen7', payload: { door: 7 } }, 'secrets do not leave');
    const [first] = body.items;
    const after = await harness.call('GET', `/events?event_type=ingest.**&cursor=${first.cursor}`, {
      as: owner,
    });
    t.same(after.body.items, body.items.slice(1));
  });

  t.test('is refused without a key of the right scope, and when it is too large', async (t) => {
    t.equal((await harness.call('POST', '/fabric/ingest', { as: owner, body: { payload: {} } })).status, 403);
    t.equal((await ingest({ payload: {} }, await keyOf(['device:read']))).status, 403);
    t.equal((await ingest({ payload: { fill: 'x'.repeat(65_536) } })).status, 413);
    t.match((await ingest({ payload: { fill: 'x'.repeat(65_536) } })).body, { detail: /65536/ });
    t.equal((await ingest({ payload: { fill: 'x'.repeat(65_000) } })).status, 202);
  });

  t.test('is not shown to those who may not subscribe to it', async (t) => {
    const viewer = await harness.person('viewer');
    const { body } = await harness.call('GET', '/events?event_type=ingest.external', { as: viewer });
    t.same([body.total, body.items], [0, []]);
    t.equal((await harness.call('GET', '/events?event_type=a..b', { as: viewer })).status, 422);
  });

  t.test('a scoped key neither writes Connections nor invokes sinks', async (t) => {
    const body = { name: 'n', source_event: 'a.b', steps: [{ operation_id: 'fabric.log', params: {} }] };
    t.equal((await harness.call('POST', '/fabric/connections', { apiKey, body })).status, 403);
    const invoked = await harness.call('POST', '/fabric/operations/fabric.log/invoke', {
      apiKey,
      body: { params: {} },
    });
    t.equal(invoked.status, 403);
  });

  t.test('one that cannot be kept holds back none that came with it', async (t) => {
    const bodies = [{ part: 'a' }, { part: '\0' }, { part: 'b' }];
    const answers = await Promise.all(bodies.map((payload) => ingest({ payload })));
    t.same(
      answers.map(({ status }) => status < 300),
      [true, false, true],
    );
    t.ok((answers[1]?.status ?? 500) < 500, 'it is the fault of its sender');
    const kept = await waitFor('the others', async () => {
      const found = await harness.call('GET', '/events?event_type=ingest.external&per_page=100', {
        as: owner,
      });
      const parts = found.body.items.map(
        ({ payload }: { payload: { payload: { part?: string } } }) => payload.payload.part,
      );
      return parts.includes('a') && parts.includes('b') ? parts : null;
    });
    t.equal(kept.filter((part: string) => part === 'a').length, 1, 'once');
  });

  t.test('is limited to 120 in 60 seconds for the organization', async (t) => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => ingest({ payload: {} })));
    const refused = answers.filter(({ status }) => status === 429);
    t.ok(refused.length >= 10);
    t.match(refused[0]?.headers, { 'retry-after': /^\d+$/ });
  });

  t.test('the catalog names sinks and events', async (t) => {
    const { body } = await harness.call('GET', '/fabric/catalog', { as: owner });
    const ids = body.operations.map(({ id }: { id: string }) => id);
    for (const id of ['fabric.log', 'fabric.notify', 'fabric.webhook']) t.ok(ids.includes(id), id);
    t.equal(body.counts.operations, body.operations.length);
    const suggested = await harness.call('GET', '/fabric/connections/suggest?source_event=ingest.external', {
      as: owner,
    });
    t.match(suggested.body.targets, [{ id: /./, match: 'data', allowed: true }]);
  });
});
