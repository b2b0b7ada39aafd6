import type { FoundVlan, Vlan, VlanReading } from '@patchbay/vendor-kit';
import t from 'tap';
import { canonicalOfAll, canonicalOfBrain } from '../services/orchestration/canonical-vlans.ts';
import { cellOf } from '../services/orchestration/vlan-cells.ts';
import { nameKey } from '../services/orchestration/vlan-names.ts';

const vlan = (vlan_id: number, name: string | null, facts: Partial<FoundVlan> = {}): FoundVlan => ({
  feature: 'interfaces.vlan',
  target_id: `*${vlan_id}`,
  vlan_id,
  name,
  subnet: null,
  enabled: true,
  ...facts,
});

/** Writes whatever differs, as vendors do. */
const reading: VlanReading = {
  features: ['interfaces.vlan'],
  read: () => [],
  write: (wanted, found) => ({
    feature: 'interfaces.vlan',
    operation: found ? 'update' : 'create',
    payload: {
      ...(wanted.name && wanted.name !== found?.name ? { name: wanted.name } : {}),
      ...(wanted.vlan_id === found?.vlan_id ? {} : { id: wanted.vlan_id }),
      ...(found?.enabled === false ? { enabled: true } : {}),
    },
  }),
};
const cell = (wanted: Vlan, ...vlans: FoundVlan[]) => cellOf(wanted, vlans, reading, {});
const guests: Vlan = { vlan_id: 20, name: 'Guest WiFi', subnet: '10.0.20.0/24' };

t.test('names that differ in spelling only are one name, and a number alone is none', async (t) => {
  for (const name of ['Guest WiFi', 'guest_wifi', 'vlan20-Guest WiFi', 'VLAN 20: guest wifi', 'GUEST-WIFI'])
    t.equal(nameKey(name, 20), 'guestwifi', name);
  for (const name of ['', 'vlan20', 'VLAN 20', 'vlan']) t.equal(nameKey(name, 20), '', name);
  t.equal(nameKey('20 years', 20), '20years', 'a number is only a number behind the word');
  t.not(nameKey('vlan21-guest', 20), nameKey('guest', 20));
});

t.test('without a brain the union counts: agreement, then majority, then age', async (t) => {
  const canonical = canonicalOfAll([
    [vlan(10, 'staff'), vlan(20, 'guest', { subnet: '10.0.20.0/24' }), vlan(30, 'Cameras')],
    [vlan(10, 'Staff'), vlan(20, 'Visitors'), vlan(30, 'phones')],
    [vlan(20, 'visitors', { subnet: '10.9.0.0/24' }), vlan(40, 'vlan40'), vlan(20, null)],
  ]);
  t.same(canonical, [
    { vlan_id: 10, name: 'staff', subnet: null, decided_by: 'agreement' },
    { vlan_id: 20, name: 'Visitors', subnet: '10.0.20.0/24', decided_by: 'majority' },
    { vlan_id: 30, name: 'Cameras', subnet: null, decided_by: 'oldest' },
    { vlan_id: 40, name: null, subnet: null, decided_by: 'agreement' },
  ]);
});

t.test('with a brain only what it holds counts, each VLAN once', async (t) => {
  t.same(canonicalOfBrain([vlan(20, ''), vlan(20, 'guest'), vlan(10, 'staff')]), [
    { vlan_id: 10, name: 'staff', subnet: null, decided_by: 'brain' },
    { vlan_id: 20, name: 'guest', subnet: null, decided_by: 'brain' },
  ]);
});

t.test('a cell is present, missing, different or in conflict', async (t) => {
  t.match(cell(guests, vlan(20, 'vlan20-guest-wifi', { subnet: '10.0.20.0/24' })), {
    state: 'present',
    write: null,
    differences: [],
  });
  t.match(cell(guests, vlan(20, null)), { state: 'present' }, 'a device without names contradicts nothing');
  t.match(cell(guests, vlan(10, 'staff')), { state: 'missing', found: null, write: { operation: 'create' } });
  t.match(cell(guests, vlan(20, 'vlan20')), {
    state: 'differs',
    write: { operation: 'update', payload: { name: 'Guest WiFi' } },
  });
  t.match(cell(guests, vlan(20, 'Guest WiFi', { enabled: false })), {
    state: 'differs',
    write: { payload: { enabled: true } },
  });
  t.match(cell(guests, vlan(20, 'phones')), { state: 'conflict', differences: ['is called phones here'] });
  t.match(cell(guests, vlan(21, 'guest-wifi')), {
    state: 'conflict',
    found: { vlan_id: 21 },
    write: { operation: 'update', payload: { id: 20 } },
  });
});

t.test('addresses are compared and never written', async (t) => {
  t.match(cell(guests, vlan(20, 'Guest WiFi', { subnet: '10.99.0.0/24' })), {
    state: 'conflict',
    differences: ['has the network 10.99.0.0/24 here'],
    write: null,
    refused: /Addresses are not written/,
  });
});

t.test('what a vendor cannot write is said with its reason', async (t) => {
  const refusing: VlanReading = { ...reading, write: () => ({ refused: 'There is no bridge.' }) };
  t.match(cellOf(guests, [], refusing, {}), {
    state: 'missing',
    write: null,
    refused: 'There is no bridge.',
  });
});
