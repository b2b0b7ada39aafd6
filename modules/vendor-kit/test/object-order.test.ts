import {
  inOrder,
  isOn,
  listIn,
  maskLength,
  networkOf,
  OBJECT_ORDER,
  textIn,
  withOrder,
} from '@patchbay/vendor-kit';
import t from 'tap';

const idOf = (_feature: string, value: Readonly<Record<string, unknown>>) => textIn(value, 'id');

t.test('lists come back in the order in which they were read, equal objects as often', async (t) => {
  const rules = [{ id: 'b' }, { id: 'a' }, { id: 'b' }, { id: 'c' }];
  const objects = withOrder({ rules, others: [{ id: 'x' }], none: [] }, ['rules', 'none'], idOf);
  t.same(objects[OBJECT_ORDER], [{ rules: ['b', 'a', 'b', 'c'] }]);
  const kept = ['a', 'b', 'c', 'd'].map((id) => ({ id, value: { id } }));
  const order = objects[OBJECT_ORDER]?.[0]?.['rules'];
  t.same(
    inOrder(kept, order).map(({ id }) => id),
    ['b', 'a', 'b', 'c', 'd'],
    'what came since stands last',
  );
  t.same(inOrder(kept, undefined).length, 4);
  t.same(inOrder(kept, { not: 'a list' }).length, 4);
});

t.test('fields are read however a vendor spells them', async (t) => {
  t.same([textIn({ a: 5 }, 'a'), textIn({ a: null }, 'a'), textIn({}, 'a')], ['5', '', '']);
  t.same(listIn({ a: 'x, y,,z' }, 'a'), ['x', 'y', 'z']);
  t.same(listIn({ a: ['x', ' y '] }, 'a'), ['x', 'y']);
  t.same(
    ['1', 'true', 'yes', true, 1].map((a) => isOn({ a }, 'a')),
    [true, true, true, true, true],
  );
  t.same([isOn({ a: '0' }, 'a', true), isOn({}, 'a', true), isOn({}, 'a')], [false, true, false]);
});

t.test('networks and masks are read, and what is none is not guessed', async (t) => {
  t.same(networkOf('10.0.20.1/24'), '10.0.20.0/24');
  t.same(networkOf('192.168.255.7/30'), '192.168.255.4/30');
  t.same(networkOf('1.2.3.4/0'), '0.0.0.0/0');
  for (const text of ['', '10.0.0.1', '10.0.0.256/24', '10.0.0.1/33', 'fe80::1/64'])
    t.equal(networkOf(text), null);
  t.same([maskLength('255.255.255.0'), maskLength('255.255.255.255'), maskLength('0.0.0.0')], [24, 32, 0]);
  t.same([maskLength('255.0.255.0'), maskLength('24'), maskLength('')], [null, null, null]);
});
