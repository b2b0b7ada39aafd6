import { PatchbayError } from '@patchbay/kernel/errors';
import t from 'tap';
import Type from 'typebox';
import { PayloadValidator } from '../services/staging/payload-validator.ts';
import { holdsSecrets, withoutSecrets } from '../services/staging/secret-fields.ts';
import { feature } from './support/rows.ts';

const vlan = feature({
  payload: (operation) =>
    operation === 'delete'
      ? Type.Object({})
      : Type.Object({
          'vlan-id': Type.Integer({ maximum: 4094 }),
          name: Type.Optional(Type.String({ default: 'x' })),
        }),
});

const detailsOf = (work: () => void) => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof PatchbayError ? error.details?.map(({ field, type }) => [field, type]) : error;
  }
};

t.test('faults are named by dotted path and stable word', async (t) => {
  const validator = new PayloadValidator();
  t.equal(
    detailsOf(() => validator.check(vlan, 'create', { 'vlan-id': 7 })),
    null,
  );
  t.same(
    detailsOf(() => validator.check(vlan, 'create', {})),
    [['payload.vlan-id', 'required']],
  );
  t.same(
    detailsOf(() => validator.check(vlan, 'create', { 'vlan-id': 7, other: 1 })),
    [['payload.other', 'additional_property']],
  );
  t.same(
    detailsOf(() => validator.check(vlan, 'create', { 'vlan-id': '7' })),
    [['payload.vlan-id', 'type']],
  );
  t.same(
    detailsOf(() => validator.check(vlan, 'delete', { 'vlan-id': 7 })),
    [['payload.vlan-id', 'additional_property']],
  );
});

t.test('a payload is checked as it is: nothing is filled in', async (t) => {
  const payload = { 'vlan-id': 7 };
  new PayloadValidator().check(vlan, 'create', payload);
  t.same(payload, { 'vlan-id': 7 });
});

t.test('a feature that came back with another schema is checked by that', async (t) => {
  const validator = new PayloadValidator();
  validator.check(vlan, 'create', { 'vlan-id': 7 });
  const next = feature({ payload: () => Type.Object({ id: Type.Integer() }) });
  t.same(
    detailsOf(() => validator.check(next, 'create', { id: 1 })),
    null,
  );
});

t.test('secrets are found at any depth, by the names vendors use', async (t) => {
  t.equal(holdsSecrets({ a: [{ b: { 'wpa2-pre-shared-key': 'x' } }] }, {}), true);
  t.equal(holdsSecrets({ a: [{ b: 'password' }] }, {}), false);
  t.same(withoutSecrets({ name: 'n', 'ipsec-secret': 's', list: [{ privateKey: 'k' }] }, {}), {
    name: 'n',
    'ipsec-secret': '[redacted]',
    list: [{ privateKey: '[redacted]' }],
  });
});
