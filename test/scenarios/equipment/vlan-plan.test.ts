import t from 'tap';
import { bootPlatform, waitFor } from '../../harness/index.ts';
import { LabSite } from '../support/equipment/lab-site.ts';

const NOBODY = '0199aa00-0000-7000-8000-00000000dead';

interface Cell {
  readonly controller_id: string;
  readonly state: string;
}

t.test('the VLANs of a site are compared, aligned and governed by a brain', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const call = platform.call.bind(platform);
  const [viewer, operator, siteAdmin] = await Promise.all(
    (['viewer', 'operator', 'site_admin'] as const).map((role) => platform.person(role)),
  );
  const stranger = await platform.person('org_admin', await platform.organization('Second Networks'));
  const site = await LabSite.at(t, platform, owner, 'Office');
  const plan = `/gateway/sites/${site.id}/vlan-plan`;
  const brain = `/gateway/sites/${site.id}/brain`;
  const read = async () => (await call('GET', plan, { as: viewer })).body;
  const states = (body: { vlans: { vlan_id: number; cells: Cell[] }[] }, controller_id: string) =>
    Object.fromEntries(
      body.vlans.map(({ vlan_id, cells }) => [
        vlan_id,
        cells.find((cell) => cell.controller_id === controller_id)?.state,
      ]),
    );
  const router = await site.register('mikrotik');
  const firewall = await site.register('opnsense');

  await t.test('controllers that were never read are named, and nothing is guessed of them', async (t) => {
    t.match(await read(), { layer: 1, brain: null, controllers: [], vlans: [], extra: [] });
    t.match((await read()).unread, [{ id: router.id, last_sync_at: null, gap: String }, { id: firewall.id }]);
    const nothing = await call('POST', `${plan}/distribute`, { as: operator, body: {} });
    t.match(nothing, { status: 409, body: { error: { message: /Nothing is left to stage/ } } });
  });

  await t.test('without a brain the union counts, and what a controller lacks is missing', async (t) => {
    await site.sync(router);
    await site.sync(firewall);
    const body = await read();
    t.match(
      body.vlans.map(({ vlan_id, name, decided_by }: Record<string, unknown>) => [vlan_id, name, decided_by]),
      [
        [10, 'vlan10-staff', 'agreement'],
        [20, 'vlan20-guest', 'agreement'],
        [30, 'vlan30-cameras', 'agreement'],
      ],
    );
    t.same(states(body, router.id), { 10: 'present', 20: 'present', 30: 'present' });
    t.same(states(body, firewall.id), { 10: 'missing', 20: 'missing', 30: 'present' });
    t.same(body.counts, { present: 4, missing: 2, differs: 0, conflict: 0, extra: 0 });
    t.match(body.controllers, [{ role: 'limb', gap: null, age_seconds: Number }, { role: 'limb' }]);
  });

  await t.test('who may not stage distributes nothing, and other tenants find nothing', async (t) => {
    const distribute = (as: typeof viewer) => call('POST', `${plan}/distribute`, { as, body: {} });
    t.equal((await distribute(viewer)).status, 403);
    t.equal((await distribute(stranger)).status, 404);
    for (const path of [plan, brain]) t.equal((await call('GET', path, { as: stranger })).status, 404);
    t.equal((await call('GET', `/gateway/sites/${NOBODY}/vlan-plan`, { as: viewer })).status, 404);
    t.equal((await call('GET', '/gateway/sites/nothing/vlan-plan', { as: viewer })).status, 400);
    t.equal((await call('GET', plan)).status, 401);
    t.equal((await call('GET', '/change-sets', { as: viewer })).body.total, 0);
  });

  await t.test('a choice that names what is not there is refused, and nothing is staged', async (t) => {
    const bodies = [
      [{ vlan_ids: [99] }, 'vlan_ids.0'],
      [{ controller_ids: [NOBODY] }, 'controller_ids.0'],
      [{ overwrite: [{ controller_id: firewall.id, vlan_id: 10 }] }, 'overwrite.0'],
      [{ states: ['conflict'] }, 'states.0'],
      [{ colour: 'red' }, 'colour'],
    ] as const;
    for (const [body, field] of bodies) {
      const answer = await call('POST', `${plan}/distribute`, { as: operator, body });
      t.match(answer, { status: 422, body: { error: { details: [{ field }] } } }, field);
    }
    t.equal((await call('GET', '/changes?status=pending', { as: viewer })).body.total, 0);
  });

  await t.test('distribution stages one set, its canary first, and contacts no device', async (t) => {
    const writes = firewall.lab.ledger.size;
    const made = await call('POST', `${plan}/distribute`, { as: operator, body: {} });
    t.match(made, {
      status: 201,
      body: {
        status: 'draft',
        canary: 1,
        total: 2,
        changes: [
          { controller_id: firewall.id, feature: 'opnsense.interfaces.vlan', operation: 'create' },
          { controller_id: firewall.id },
        ],
      },
    });
    t.equal(firewall.lab.ledger.size, writes);
    const [first] = made.body.changes;
    const change = await call('GET', `/changes/${first.change_id}`, { as: viewer });
    t.match(change.body.payload, { if: 'igb3', tag: '10', descr: 'vlan10-staff' });
    const waiting = await read();
    t.equal(waiting.vlans[0].cells[1].pending_change_id, first.change_id);
    const again = await call('POST', `${plan}/distribute`, { as: operator, body: {} });
    t.equal(again.status, 409, 'what waits already is not staged twice');
    const apply = (action: string) =>
      call('POST', `/change-sets/${made.body.id}/${action}`, { as: operator, body: { force: true } });
    t.equal((await apply('apply')).status, 202);
    const ended = (status: string) =>
      waitFor(`the set to be ${status}`, async () => {
        const { body } = await call('GET', `/change-sets/${made.body.id}`, { as: viewer });
        return body.status === status ? body : null;
      });
    t.equal((await ended('paused')).done, 1);
    await call('POST', `/change-sets/${made.body.id}/continue`, { as: operator });
    await ended('finished');
    await site.sync(firewall);
    t.same((await read()).counts, { present: 6, missing: 0, differs: 0, conflict: 0, extra: 0 });
  });

  await t.test(
    'a brain is chosen by who may, at its own site, against the state that was seen',
    async (t) => {
      const choose = (as: typeof viewer, controller_id: string | null, headers = {}) =>
        call('PUT', brain, { as, body: { controller_id }, headers });
      t.match((await call('GET', brain, { as: viewer })).body, { controller_id: null, updated_at: null });
      t.equal((await choose(operator, firewall.id)).status, 403);
      t.equal((await choose(stranger, firewall.id)).status, 404);
      t.equal((await choose(siteAdmin, NOBODY)).status, 404);
      const elsewhere = await LabSite.at(t, platform, owner, 'Depot');
      const far = await elsewhere.register('mikrotik', 'far');
      t.match(await choose(siteAdmin, far.id), {
        status: 422,
        body: { error: { details: [{ field: 'controller_id', type: 'other_site' }] } },
      });
      const chosen = await choose(siteAdmin, firewall.id);
      t.match(chosen, { status: 200, body: { controller_id: firewall.id, vendor: 'opnsense' } });
      t.equal((await choose(siteAdmin, null, { 'If-Match': '"2020-01-01T00:00:00Z"' })).status, 412);
      t.match(await read(), { layer: 2, brain: { controller_id: firewall.id } });
      const cleared = await choose(siteAdmin, null, { 'If-Match': String(chosen.headers['etag']) });
      t.match(cleared, { status: 200, body: { controller_id: null } });
      t.equal((await read()).layer, 1);
    },
  );

  await t.test('what the brain holds is canonical; conflicts are written only when named', async (t) => {
    const core = await site.register('pfsense');
    await call('PUT', brain, { as: siteAdmin, body: { controller_id: core.id } });
    const unread = await call('POST', `${plan}/distribute`, { as: operator, body: {} });
    t.match(unread, { status: 409, body: { error: { message: /has not been read/ } } });
    t.same((await read()).extra, [], 'of an unread brain nothing is extra');
    await site.sync(core);
    const body = await read();
    t.match(body.controllers.at(-1), { id: core.id, role: 'brain' });
    t.same(states(body, core.id), { 20: undefined, 30: undefined });
    t.same(states(body, router.id), { 20: 'conflict', 30: 'present' });
    t.same(
      body.extra.map((vlan: Record<string, unknown>) => [vlan['controller_id'], vlan['vlan_id']]),
      [
        [router.id, 10],
        [firewall.id, 10],
      ],
    );
    const cell = body.vlans[0].cells.find((one: Cell) => one.controller_id === router.id);
    t.match(cell, { found: { name: 'vlan20-guest' }, action: 'update', differences: [/called/, /id 10/] });
    const distribute = (choice: object) => call('POST', `${plan}/distribute`, { as: operator, body: choice });
    t.equal((await distribute({})).status, 409, 'conflicts are nobody else’s to write');
    t.match(await distribute({ controller_ids: [core.id] }), {
      status: 422,
      body: { error: { details: [{ type: 'read_only' }] } },
    });
    const chosen = await distribute({ overwrite: [{ controller_id: router.id, vlan_id: 20 }] });
    t.match(chosen, { status: 201, body: { total: 1, canary: null } });
    const staged = await call('GET', `/changes/${chosen.body.changes[0].change_id}`, { as: viewer });
    t.match(staged.body, { operation: 'update', payload: { name: 'staff' }, controller_id: router.id });
    const all = await call('GET', `/changes?controller_id=${core.id}`, { as: viewer });
    t.equal(all.body.total, 0, 'nothing was ever staged for the brain');
  });
});
