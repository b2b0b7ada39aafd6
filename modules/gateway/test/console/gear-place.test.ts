import t from 'tap';
import { columnFields, nameOfObject } from '../../console/gear/objects/object-columns.ts';
import { areasOf, type Feature, placeOf, shortTitle, type Vendor } from '../../console/gear/place.ts';

const feature = (key: string, area: string, title: string): Feature => ({
  key,
  area,
  title,
  vendor: 'v',
  operations: ['update'],
  permission: 'network:write',
  risk: 'normal',
  escalates: [],
  singleton: false,
  payload_schema: {},
  confirm: null,
});
const vendor = (site_scoped: boolean, families: string[]): Vendor => ({
  id: 'v',
  title: 'V',
  site_scoped,
  families,
  areas: [],
});
const controller = { id: 'c', site_id: 's' };

t.test('a feature is reached by its family, or by its site', async (t) => {
  const filter = feature('ros.firewall.filter', 'firewall', 'Firewall: filter');
  t.same(placeOf(controller, vendor(false, ['ros', 'other']), filter), {
    controller_id: 'c',
    family: 'ros-firewall',
    site_id: null,
    feature: 'ros.firewall.filter',
  });
  t.match(placeOf(controller, vendor(true, []), filter), { family: 'firewall', site_id: 's' });
  t.equal(placeOf(controller, vendor(false, []), filter), null);
});

t.test('features are found by their names and stand in their areas', async (t) => {
  const features = [
    feature('a.nat.rule', 'nat', 'Nat: rule'),
    feature('a.vpn.peer', 'vpn', 'Vpn: wireguard peer'),
    feature('a.nat.upnp', 'nat', 'Nat: upnp'),
  ];
  t.same(
    areasOf(features, '').map(({ area, features: found }) => [area, found.length]),
    [
      ['nat', 2],
      ['vpn', 1],
    ],
  );
  t.same(
    areasOf(features, ' WireGuard ').map(({ area }) => area),
    ['vpn'],
  );
  t.equal(shortTitle({ title: 'Vpn: wireguard peer' }), 'Wireguard peer');
  t.equal(shortTitle({ title: 'Reboot' }), 'Reboot');
});

t.test('telling columns come first, empty ones and ids not at all', async (t) => {
  const objects = [
    { '.id': '*1', bytes: '1', mtu: '1500', name: 'lan', comment: '' },
    { '.id': '*2', bytes: '2', mtu: '1500', name: 'wan', comment: '' },
  ];
  t.same(
    columnFields(objects, (field) => field === 'mtu' || field === 'name'),
    ['name', 'mtu', 'bytes'],
  );
  t.equal(nameOfObject({ name: '', description: 'Guests' }, '*1'), 'Guests');
  t.equal(nameOfObject({}, '*1'), '*1');
});
