import t from 'tap';
import Type from 'typebox';
import { hasMoved } from '../services/live/staleness.ts';
import { diffOf } from '../services/record/change-diff.ts';
import { feature } from './support/rows.ts';

const plain = {};

t.test('a creation shows every field of the payload', async (t) => {
  t.same(diffOf('create', { name: 'blue', mtu: 9000 }, null, plain), [
    { field: 'name', before: null, after: 'blue' },
    { field: 'mtu', before: null, after: 9000 },
  ]);
});

t.test('an update shows what it alters and nothing else', async (t) => {
  t.same(
    diffOf('update', { name: 'blue', mtu: 1500 }, { name: 'red', mtu: '1500', comment: 'kept' }, plain),
    [{ field: 'name', before: 'red', after: 'blue' }],
  );
});

t.test('a deletion names every field that goes', async (t) => {
  t.same(diffOf('delete', {}, { name: 'red', mtu: '1500' }, plain), [
    { field: 'name', before: 'red', after: null },
    { field: 'mtu', before: '1500', after: null },
  ]);
});

t.test('numbers and truth values equal the text vendors print for them', async (t) => {
  t.same(
    diffOf('update', { mtu: 10, disabled: false, comment: '' }, { mtu: '10', disabled: 'false' }, plain),
    [],
  );
});

t.test('nested values are compared whatever the order of their keys', async (t) => {
  t.same(diffOf('update', { dns: { a: 1, b: [1, 2] } }, { dns: { b: [1, 2], a: 1 } }, plain), []);
  t.equal(diffOf('update', { dns: { a: 1 } }, { dns: { a: 2 } }, plain).length, 1);
});

t.test('names of prototypes are fields like others', async (t) => {
  t.same(diffOf('update', { constructor: 'x' }, {}, plain), [
    { field: 'constructor', before: null, after: 'x' },
  ]);
});

t.test('secrets are named, never shown, and a right guess looks like a wrong one', async (t) => {
  const hidden = [{ field: 'password', before: '[redacted]', after: 'secret: will change' }];
  t.same(diffOf('update', { password: 'guess' }, { password: 'guess' }, plain), hidden);
  t.same(diffOf('update', { password: 'guess' }, { password: 'other' }, plain), hidden);
  t.same(diffOf('create', { peer: { 'private-key': 'k', name: 'n' } }, null, plain), [
    { field: 'peer', before: null, after: { 'private-key': 'secret: will change', name: 'n' } },
  ]);
});

t.test('what a feature calls a secret is one', async (t) => {
  const telling = { isSecret: (field: string) => field === 'tls' };
  t.same(diffOf('create', { tls: 'static key', name: 'n' }, null, telling), [
    { field: 'tls', before: null, after: 'secret: will change' },
    { field: 'name', before: null, after: 'n' },
  ]);
});

t.test(
  'a change is stale when its object is gone, came, or has another value in a field one can write',
  async (t) => {
    const moved = (seen: object | null, live: object | null) =>
      hasMoved(
        feature(),
        { name: 'blue' },
        seen as Record<string, unknown> | null,
        live as Record<string, unknown> | null,
      );
    t.equal(moved({ name: 'red' }, { name: 'red' }), false);
    t.equal(moved({ name: 'red' }, { name: 'green' }), true);
    t.equal(moved({ name: 'red', mtu: '1500' }, { name: 'red', mtu: '9000' }), true);
    t.equal(moved({ name: 'red', bytes: '1' }, { name: 'red', bytes: '2' }), false);
    t.equal(moved({ name: 'red' }, null), true);
    t.equal(moved(null, { name: 'red' }), true);
    t.equal(moved(null, null), false);
  },
);

t.test('where payloads are open, everything counts but what devices count themselves', async (t) => {
  const open = feature({ payload: () => Type.Record(Type.String(), Type.String()) });
  const seen = { chain: 'input', 'src-address': '10.0.0.1', bytes: '1', 'last-seen': '2s', 'rx-byte': '1' };
  t.equal(hasMoved(open, {}, seen, { ...seen, bytes: '7', 'last-seen': '9s', 'rx-byte': '3' }), false);
  t.equal(hasMoved(open, {}, seen, { ...seen, 'src-address': '0.0.0.0/0' }), true);
});

t.test('a feature may say itself what is volatile', async (t) => {
  const own = feature({ isVolatile: (field) => field === 'lease' });
  t.equal(hasMoved(own, {}, { lease: '1', bytes: '1' }, { lease: '2', bytes: '1' }), false);
  t.equal(hasMoved(own, {}, { lease: '1', bytes: '1' }, { lease: '1', bytes: '2' }), true);
});
