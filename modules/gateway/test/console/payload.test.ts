import t from 'tap';
import {
  changedFields,
  copyOf,
  dangersIn,
  faultsOf,
  initialOf,
  isSame,
  payloadOf,
} from '../../console/gear/payload.ts';

const live = { '.id': '*1', name: 'lan', mtu: '1500', comment: '', disabled: 'false', key: '[redacted]' };
const knows = (field: string) => field !== '.id';

t.test('a form begins with what can be written and is set', async (t) => {
  t.same(initialOf(knows, live), { name: 'lan', mtu: '1500', disabled: 'false', key: '[redacted]' });
  t.same(copyOf(knows, { ...live, peers: [{ psk: '[redacted]' }] }), {
    name: 'lan',
    mtu: '1500',
    disabled: 'false',
  });
});

t.test('an update sends what differs and what is required', async (t) => {
  const values = { ...initialOf(knows, live), mtu: '9000', comment: 'uplink' };
  t.same(changedFields(values, live), ['mtu', 'comment']);
  t.same(payloadOf(values, live, { required: ['name'] }), { name: 'lan', mtu: '9000', comment: 'uplink' });
  t.same(payloadOf(initialOf(knows, live), live, {}), {});
});

t.test('a new object sends what was filled in', async (t) => {
  t.same(payloadOf({ name: 'x', vlan: null, note: '', on: false }, null, {}), { name: 'x', on: false });
});

t.test('a number and its text are the same setting, whatever the order of keys', async (t) => {
  t.equal(isSame('10', 10), true);
  t.equal(isSame('', null), true);
  t.equal(isSame({ a: 1, b: [2] }, { b: [2], a: 1 }), true);
  t.equal(isSame([1, 2], [2, 1]), false);
  t.equal(isSame('', '0'), false);
});

t.test('fields that make a write catastrophic are found at any depth', async (t) => {
  const payload = { name: 'x', script: '', jobs: [{ 'on-up': 'reboot' }], cmd: 'id' };
  t.same(dangersIn(payload, ['on-up', 'cmd', 'script']), ['on-up', 'cmd']);
});

t.test('faults of the platform stand at the fields of the form', async (t) => {
  const details = [
    { field: 'payload.ports.0.number', message: 'is too large' },
    { field: 'notes', message: 'is too long' },
  ];
  t.same(faultsOf(details), { 'ports.0.number': 'is too large' });
});
