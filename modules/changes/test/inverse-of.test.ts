import { PatchbayError } from '@patchbay/kernel/errors';
import { type Done, isInvertible, type StagedFeature } from '@patchbay/vendor-kit';
import t from 'tap';
import Type from 'typebox';
import { inverseOf } from '../services/undo/inverse-of.ts';
import { feature } from './support/rows.ts';

const Vlan = Type.Object(
  {
    name: Type.String(),
    mtu: Type.Optional(Type.Integer()),
    comment: Type.Optional(Type.String()),
    password: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const vlan = (facts: Partial<StagedFeature> = {}): StagedFeature =>
  feature({ payload: () => Vlan, read: async () => null, ...facts });

const done = (facts: Partial<Done> = {}): Done => ({
  operation: 'update',
  target_id: '*1',
  payload: { name: 'blue' },
  before: { '.id': '*1', name: 'red', mtu: '1500' },
  after: { '.id': '*1', name: 'blue', mtu: '1500' },
  ...facts,
});

const refusal = (of: StagedFeature, what: Done): string => {
  try {
    inverseOf(of, what);
    return 'none';
  } catch (error) {
    return error instanceof PatchbayError ? `${error.id} ${error.message}` : String(error);
  }
};

t.test('what a creation made is deleted', async (t) => {
  t.same(inverseOf(vlan(), done({ operation: 'create', before: null, target_id: '*7' })), {
    operation: 'delete',
    target_id: '*7',
    payload: {},
  });
  t.match(
    refusal(vlan(), done({ operation: 'create', before: null, target_id: null })),
    /^changes.no_inverse/,
  );
});

t.test('of an update only the keys that made a difference are put back', async (t) => {
  const payload = { name: 'blue', mtu: 1500 };
  t.same(inverseOf(vlan(), done({ payload })), {
    operation: 'update',
    target_id: '*1',
    payload: { name: 'red' },
  });
  t.match(refusal(vlan(), done({ payload: { mtu: 1500 } })), /^changes.nothing_to_undo/);
});

t.test('a key that was not set is cleared in the vendor’s way, or refused by name', async (t) => {
  const what = done({ payload: { comment: 'new' }, after: { name: 'red', comment: 'new' } });
  t.match(refusal(vlan(), what), /^changes.cannot_unset .*\(comment\)$/);
  t.same(inverseOf(vlan({ unsetValue: () => '' }), what).payload, { comment: '' });
});

t.test('a deleted object is made again from what the creation takes of it', async (t) => {
  const before = { '.id': '*1', name: 'red', mtu: 1500, running: 'true', comment: null };
  t.same(inverseOf(vlan(), done({ operation: 'delete', payload: {}, before, after: null })), {
    operation: 'create',
    target_id: null,
    payload: { name: 'red', mtu: 1500 },
  });
});

t.test('secrets that nobody could read are refused by name, never guessed', async (t) => {
  const password = '[redacted]';
  const update = done({ payload: { password }, before: { name: 'red', password }, after: { password } });
  t.match(refusal(vlan(), update), /^changes.secrets_not_kept .*\(password\)$/);
  const deleted = done({ operation: 'delete', payload: {}, before: { name: 'red', password }, after: null });
  t.match(refusal(vlan(), deleted), /^changes.secrets_not_kept .*\(password\)$/);
  const empty = { ...deleted, before: { name: 'red', password: '' } };
  t.same(inverseOf(vlan(), empty).payload, { name: 'red' });
  const needed = Type.Object({ name: Type.String(), password: Type.String() });
  t.match(
    refusal(vlan({ payload: () => needed }), { ...deleted, before: { name: 'red' } }),
    /^changes.secrets_not_kept .*\(password\)$/,
  );
});

t.test('a command has no inverse, nor has what cannot be made or deleted', async (t) => {
  t.match(refusal(feature(), done({ before: null })), /^changes.no_inverse/);
  t.match(
    refusal(vlan({ operations: ['create'] }), done({ operation: 'create', before: null })),
    /^changes.no_inverse/,
  );
  t.notOk(isInvertible(vlan({ operations: ['update', 'delete'] }), 'delete'));
  t.ok(isInvertible(vlan(), 'delete'));
});

t.test('a feature may know better', async (t) => {
  const own = {
    operation: 'update',
    target_id: '*9',
    payload: { name: 'back' },
    caution: 'at the end',
  } as const;
  t.same(inverseOf(vlan({ inverse: () => own }), done()), own);
  t.match(refusal(vlan({ inverse: () => null }), done()), /^changes.no_inverse/);
});
