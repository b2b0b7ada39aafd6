import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import type { ChangePage } from '../contract.ts';
import { person } from './support/pipeline.ts';
import { operator, pipelineScene } from './support/pipeline-scene.ts';
import { force, refused, update } from './support/requests.ts';
import { CONTROLLER, ORGANIZATION, OTHER_ORGANIZATION, OTHER_SITE, SITE } from './support/rows.ts';

const { owner, begin } = await pipelineScene(t);

t.test('changes of another organization or outside the site grants do not exist', async (t) => {
  const { changes, store } = begin();
  const { id } = await changes.stage(operator, update());
  const strangers = [
    person('super_admin', { organization_id: OTHER_ORGANIZATION }),
    person('org_admin', { site_ids: [OTHER_SITE] }),
  ];
  for (const stranger of strangers) {
    t.equal(await refused(changes.get(stranger, id)), 'kernel.not_found');
    t.equal(await refused(changes.apply(stranger, id, force)), 'kernel.not_found');
    t.equal(await refused(changes.discard(stranger, id, { force: true })), 'kernel.not_found');
    t.equal(await refused(store.history(stranger, id)), 'kernel.not_found');
    t.same(await changes.list(stranger, {}, { page: 1, per_page: 50 }), { items: [], total: 0 });
  }
  t.equal(await refused(changes.apply(person('viewer'), id, force)), 'kernel.forbidden');
  t.equal(await refused(changes.apply(operator, id, { force: 'true' })), 'changes.force_required');
});

t.test('lists are newest first, filtered, and counted by the same conditions', async (t) => {
  await owner.query('truncate pending_changes cascade');
  const { changes } = begin();
  const ids: string[] = [];
  for (const notes of ['100% sure', 'plain', 'a_b'])
    ids.unshift((await changes.stage(operator, update({ notes }))).id);
  await changes.discard(operator, String(ids[0]), { force: false });
  const found = async (filter: object, page: ChangePage = { page: 1, per_page: 50 }) => {
    const { items, total } = await changes.list(operator, filter, page);
    return [items.map(({ id }) => id), total];
  };
  t.same(await found({}), [ids, 3]);
  t.same(await found({}, { page: 2, per_page: 2 }), [[ids[2]], 3]);
  t.same(await found({ status: 'discarded' }), [[ids[0]], 1]);
  t.same(
    await found({
      areas: ['interfaces'],
      vendor: 'acme',
      feature: 'acme.vlan',
      controller_id: CONTROLLER,
      site_id: SITE,
    }),
    [ids, 3],
  );
  t.same(await found({ areas: [] }), [[], 0]);
  t.same(await found({ vendor: 'other' }), [[], 0]);
  t.same(await found({ search: '%' }), [[ids[2]], 1]);
  t.same(await found({ search: '_B' }), [[ids[0]], 1]);
  t.same(await found({}, { page: 1, per_page: 50, sort: 'created_at' }), [[...ids].reverse(), 3]);
});

t.test('the system reads every change of its organization', async (t) => {
  const { changes } = begin();
  const { id } = await changes.stage(operator, update());
  t.match(await changes.get(systemPrincipal(ORGANIZATION), id), { id });
});
