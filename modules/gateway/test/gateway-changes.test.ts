import type { UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Changes, ChangeView } from '@patchbay/module-changes/contract';
import type { Controllers, ControllerView } from '@patchbay/module-inventory/contract';
import { failureOf } from '@patchbay/test/kit';
import { AdapterError, type StagedFeature, type Vendor, type VendorSession } from '@patchbay/vendor-kit';
import t from 'tap';
import Type from 'typebox';
import { Families } from '../services/families.ts';
import { GatewayChanges } from '../services/gateway-changes.ts';
import { LiveObjects } from '../services/live-objects.ts';

const principal = systemPrincipal('0199aa00-0000-7000-8000-000000000001');
const HOME = '0199aa00-0000-7000-8000-0000000000aa';
const ELSEWHERE = '0199aa00-0000-7000-8000-0000000000bb';
const S = '0199aa00-0000-7000-8000-00000000000a';
const R = '0199aa00-0000-7000-8000-00000000000b';
const UNSEEN = '0199aa00-0000-7000-8000-00000000000c';

const session = (list: VendorSession['list']): VendorSession => ({
  list,
  probe: () => Promise.reject(new Error('not asked for')),
  snapshot: () => Promise.reject(new Error('not asked for')),
});

const vendor = (id: string, more: Partial<Vendor>): Vendor => ({
  id,
  title: id,
  gateway: true,
  routing: { kind: 'site_scoped' },
  areas: ['firewall', 'vpn'],
  connect: () => session(async () => null),
  ...more,
});

const vendors = [
  vendor('sited', {}),
  vendor('routed', {
    feature_prefix: 'ros.',
    routing: { kind: 'controller_scoped', families: ['routed', 'ros'] },
  }),
  vendor('hosts', { gateway: false, routing: { kind: 'controller_scoped', families: ['hosts'] } }),
];

const feature = (key: string, vendorId: string, area: string): StagedFeature => ({
  key,
  title: key,
  vendor: vendorId,
  area,
  operations: ['create'],
  permission: 'network:write',
  risk: 'normal',
  payload: () => Type.Object({}),
  apply: async () => ({ target_id: null }),
});
const features = [
  feature('ros.firewall.filter', 'routed', 'firewall'),
  feature('ros.vpn.peer', 'routed', 'vpn'),
  feature('firewall.rule', 'sited', 'firewall'),
];

const controllers: Record<string, Pick<ControllerView, 'vendor'>> = {
  [S]: { vendor: 'sited' },
  [R]: { vendor: 'routed' },
};
const get: Controllers['get'] = async (_principal, id) => {
  const found = controllers[id];
  if (!found) throw notFound();
  return {
    id,
    organization_id: principal.organization_id,
    site_id: HOME,
    name: id,
    url: 'https://x',
    status: 'online',
    version: null,
    ...found,
  };
};

function gateway() {
  const calls: unknown[] = [];
  const change = { id: 'c1', status: 'pending', feature: 'x', operation: 'create' } as ChangeView;
  const changes: Changes = {
    stage: async (_principal, input) => {
      calls.push(input);
      return change;
    },
    list: async (_principal, filter, page) => {
      calls.push({ filter, page });
      return { items: [change], total: 1 };
    },
    get: async () => change,
    apply: async () => {
      throw new AdapterError('adapter_timeout', 'unknown', 'no answer');
    },
    discard: async () => change,
    confirm: () => Promise.reject(new Error('not asked for')),
    undo: () => Promise.reject(new Error('not asked for')),
  };
  const families = new Families({ contributed: { values: vendors, version: 1 }, controllers: { get } });
  return {
    calls,
    families,
    changes: new GatewayChanges({
      database: { write: (_principal, work) => work({} as UnitOfWork) },
      families,
      features: { values: features, version: 1 },
      controllers: { get },
      changes,
    }),
  };
}

const isNotFound = { id: 'kernel.not_found' };
t.test(
  'a change is staged by full key or by the name inside its family, in both parallel families',
  async (t) => {
    const { changes, calls } = gateway();
    const body = { payload: { chain: 'forward' }, notes: 'why' };
    for (const family of ['routed-firewall', 'ros-firewall'])
      for (const name of ['ros.firewall.filter', 'firewall.filter'])
        await changes.stage(principal, { family, controller_id: R, feature: name }, 'create', body);
    const expected = {
      controller_id: R,
      site_id: undefined,
      feature: 'ros.firewall.filter',
      operation: 'create',
      ...body,
    };
    t.same(calls, [expected, expected, expected, expected]);
  },
);

t.test('a site-scoped family hands its site on', async (t) => {
  const { changes, calls } = gateway();
  const path = { family: 'firewall', controller_id: S, site_id: HOME, feature: 'firewall.rule' };
  await changes.stage(principal, path, 'create', { payload: {} });
  t.match(calls, [{ controller_id: S, site_id: HOME, feature: 'firewall.rule' }]);
});

t.test('unknown families, areas, features, controllers, sites and path forms are not found', async (t) => {
  const { changes, calls } = gateway();
  const paths = [
    { family: 'nowhere-firewall', controller_id: R, feature: 'firewall.filter' },
    { family: 'routed-nowhere', controller_id: R, feature: 'firewall.filter' },
    { family: 'routed-firewall', controller_id: R, feature: 'firewall.nothing' },
    { family: 'routed-firewall', controller_id: R, feature: 'vpn.peer' },
    { family: 'routed-firewall', controller_id: R, feature: 'filter' },
    { family: 'routed-firewall', controller_id: UNSEEN, feature: 'firewall.filter' },
    { family: 'routed-firewall', controller_id: S, feature: 'firewall.filter' },
    { family: 'routed-firewall', controller_id: R, site_id: HOME, feature: 'firewall.filter' },
    { family: 'firewall', controller_id: S, feature: 'firewall.rule' },
    { family: 'firewall', controller_id: S, site_id: ELSEWHERE, feature: 'firewall.rule' },
  ];
  for (const path of paths)
    t.match(
      await failureOf(changes.stage(principal, path, 'create', { payload: {} })),
      isNotFound,
      JSON.stringify(path),
    );
  t.same(calls, []);
});

t.test('a list is of one controller, its vendor and the area of the family', async (t) => {
  const { changes, calls } = gateway();
  const page = { page: 1, per_page: 200 };
  await changes.list(principal, { family: 'ros-vpn', controller_id: R }, { ...page, status: 'pending' });
  t.same(calls, [
    {
      filter: { controller_id: R, site_id: undefined, status: 'pending', vendor: 'routed', areas: ['vpn'] },
      page,
    },
  ]);
});

t.test('by-gateway spans areas, and refuses vendors that are unknown or make no gateways', async (t) => {
  const { changes, calls } = gateway();
  const query = { page: 1, per_page: 200 };
  await changes.byGateway(principal, R, { ...query, vendor: 'routed' });
  t.same(calls, [{ filter: { controller_id: R, vendor: 'routed', status: undefined }, page: query }]);
  for (const unknown of ['nobody', 'hosts'])
    t.match(await failureOf(changes.byGateway(principal, R, { ...query, vendor: unknown })), {
      id: 'gateway.unknown_vendor',
      kind: 'invalid',
    });
  t.match(await failureOf(changes.byGateway(principal, UNSEEN, { ...query, vendor: 'routed' })), isNotFound);
});

t.test('an adapter that fails while applying is told by its type', async (t) => {
  const { changes } = gateway();
  t.match(await failureOf(changes.apply(principal, 'c1', { force: true })), {
    id: 'gateway.adapter_timeout',
    kind: 'timeout',
  });
});

t.test('live objects are searched, paged and of the family area only', async (t) => {
  const values = [
    { '.id': '*1', chain: 'forward' },
    { '.id': '*2', chain: 'input' },
    { '.id': '*3', chain: 'Forward' },
  ];
  const { families } = gateway();
  const asked: string[] = [];
  const list: VendorSession['list'] = async (name) => {
    asked.push(name);
    if (name === 'firewall.broken')
      throw new AdapterError('adapter_connection_error', 'not_sent', 'no route');
    return name === 'firewall.filter' ? values : null;
  };
  const open: Controllers['open'] = async (who, id) => ({
    controller: await get(who, id),
    session: session(list),
  });
  const live = new LiveObjects({ families, features: { values: [], version: 1 }, controllers: { open } });
  const place = { family: 'ros-firewall', controller_id: R };
  const query = { page: 1, per_page: 1 };
  t.same(
    await live.list(principal, { ...place, feature: 'ros.firewall.filter' }, { ...query, search: 'FORWARD' }),
    {
      items: [values[0]],
      total: 2,
      page: 1,
      per_page: 1,
      pages: 2,
      target_ids: ['*1'],
    },
  );
  t.match(await failureOf(live.list(principal, { ...place, feature: 'firewall.none' }, query)), isNotFound);
  t.match(await failureOf(live.list(principal, { ...place, feature: 'vpn.peer' }, query)), isNotFound);
  t.match(await failureOf(live.list(principal, { ...place, feature: 'firewall.broken' }, query)), {
    id: 'gateway.adapter_connection_error',
    kind: 'bad_gateway',
  });
  t.same(asked, ['firewall.filter', 'firewall.none', 'firewall.broken']);
});
