import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { publish } from './support/platform.ts';

interface Listed {
  readonly id: string;
  readonly cursor: number;
  readonly event_type: string;
  readonly occurred_at: string;
}

t.test('the history of events', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const list = async (query: Readonly<Record<string, string>> = {}) =>
    (await harness.call('GET', `/events?${new URLSearchParams(query)}`, { as: owner })).body;
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1)
    ids.push(...(await publish(harness, owner.organization_id, [{ n, password: 'geheim' }])));
  await harness.site(owner, 'Harbour');
  const ingested = (extra: Readonly<Record<string, string>> = {}) =>
    list({ event_type: 'ingest.external', ...extra });
  const all: readonly Listed[] = await waitFor('all of them', async () => {
    const { items } = await ingested({ sort: 'occurred_at' });
    return items.length === 5 ? items : null;
  });
  const idsOf = ({ items }: { items: readonly Listed[] }) => items.map(({ id }) => id);

  t.test('is told newest first, in pages, without secrets', async (t) => {
    t.same(idsOf(await ingested()), ids.toReversed());
    const pages = [await ingested({ per_page: '2' }), await ingested({ per_page: '2', page: '3' })];
    t.match(pages, [
      { total: 5, page: 1, per_page: 2 },
      { total: 5, page: 3 },
    ]);
    t.same(pages.flatMap(idsOf), [ids[4], ids[3], ids[0]]);
    t.notMatch(JSON.stringify(pages), /geheim/);
  });

  t.test('takes patterns as subscriptions do', async (t) => {
    for (const pattern of ['ingest.*', 'ingest.**', '*.external'])
      t.equal((await list({ event_type: pattern })).total, 5, pattern);
    const { items } = await list({ event_type: 'site.*' });
    t.match(items, [{ event_type: 'site.created' }]);
    t.equal((await list({ event_type: 'nothing.here' })).total, 0);
    for (const event_type of ['ing*', 'a..b'])
      t.equal((await harness.call('GET', `/events?event_type=${event_type}`, { as: owner })).status, 422);
  });

  t.test('is narrowed by time, to the microsecond', async (t) => {
    const [, second, , fourth] = all;
    const between = await ingested({
      since: String(second?.occurred_at),
      until: String(fourth?.occurred_at),
      sort: 'occurred_at',
    });
    t.same(idsOf(between), ids.slice(1, 4));
    t.equal(
      (await ingested({ since: String(fourth?.occurred_at), until: String(second?.occurred_at) })).total,
      0,
    );
    for (const query of ['since=yesterday', 'until=2026', 'cursor=-1', 'cursor=x', 'page=0'])
      t.equal((await harness.call('GET', `/events?${query}`, { as: owner })).status, 422, query);
  });

  t.test('goes on behind a cursor, oldest first, until nothing is left', async (t) => {
    const seen: string[] = [];
    for (let cursor = 0; ; ) {
      const { items } = await ingested({ cursor: String(cursor), per_page: '2' });
      const last: Listed | undefined = items.at(-1);
      if (last === undefined) break;
      seen.push(...items.map(({ id }: Listed) => id));
      cursor = last.cursor;
    }
    t.same(seen, ids);
  });

  t.test('shows another organization nothing', async (t) => {
    const foreign = await harness.person('org_admin', await harness.organization('Elsewhere'));
    const { body } = await harness.call('GET', '/events?event_type=ingest.external', { as: foreign });
    t.equal(body.total, 0);
  });
});
