import t from 'tap';
import {
  type Comparison,
  compareDone,
  compareFields,
  isAsStaged,
  SECRET_CHANGES,
  SECRET_STAYS,
} from '../../console/change/compare/compare.ts';

const update = (facts: Partial<Comparison> = {}): Comparison => ({
  operation: 'update',
  payload: { name: 'blue', mtu: 1500, password: '[redacted]' },
  diff: [
    { field: 'name', before: 'red', after: 'blue' },
    { field: 'password', before: '[redacted]', after: SECRET_CHANGES },
  ],
  now: { id: '*1', name: 'red', mtu: '1500', password: '[redacted]', arp: 'on' },
  former: { id: '*1', name: 'red', mtu: '1500', password: '[redacted]', arp: 'off' },
  moved: ['arp'],
  ...facts,
});

const told = (comparison: Comparison) =>
  compareFields(comparison).map(({ field, isChanged, isMoved }) => [field, isChanged, isMoved]);

t.test('what changes comes first, then what is sent unchanged, then what moved', async (t) => {
  t.same(told(update()), [
    ['name', true, false],
    ['password', true, false],
    ['mtu', false, false],
    ['arp', false, true],
    ['id', false, false],
  ]);
  const kept = update({ diff: [{ field: 'password', before: '[redacted]', after: SECRET_STAYS }] });
  t.match(
    compareFields(kept).find(({ field }) => field === 'password'),
    { staged: SECRET_STAYS, isChanged: false },
  );
});

t.test('an object that is made or removed differs in every field', async (t) => {
  const create = update({
    operation: 'create',
    payload: { name: 'blue' },
    diff: [],
    now: null,
    former: null,
    moved: [],
  });
  t.match(compareFields(create), [{ field: 'name', now: undefined, staged: 'blue', isChanged: true }]);
  const remove = update({ operation: 'delete', payload: {}, diff: [], moved: [] });
  t.ok(compareFields(remove).every(({ staged, isChanged }) => staged === undefined && isChanged));
});

t.test('after an unknown outcome the device tells whether it worked', async (t) => {
  const asked = (comparison: Comparison) => isAsStaged(compareFields(comparison), comparison);
  t.equal(asked(update()), false);
  t.equal(asked(update({ now: { name: 'blue', mtu: 1500 } })), true);
  t.equal(asked(update({ now: undefined })), undefined, 'nothing is known of the device');
  t.equal(asked(update({ operation: 'delete', now: null })), true);
  t.equal(asked(update({ operation: 'delete', now: { name: 'red' } })), false);
});

t.test('what was done is the difference between before and after', async (t) => {
  const rows = compareDone({ name: 'red', hits: 1 }, { name: 'blue', hits: 1 }, update());
  t.same(
    rows.filter(({ isChanged }) => isChanged).map(({ field, former, now }) => [field, former, now]),
    [['name', 'red', 'blue']],
  );
});

t.test('names of fields that every object has by its prototype are fields like others', async (t) => {
  const odd = update({ payload: { constructor: 'x' }, diff: [], now: {}, former: {}, moved: [] });
  t.match(compareFields(odd), [{ field: 'constructor', now: undefined, staged: 'x', isChanged: true }]);
});
