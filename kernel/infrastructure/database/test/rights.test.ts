import t from 'tap';
import { migration, rightsOf, rowSecurity } from '../index.ts';

const [, tenant = ''] = rowSecurity('racks', null);
const [, sited = ''] = rowSecurity('racks', 'site_id');
const given = 'grant select, insert on racks to patchbay_app';
const taken = 'revoke insert on racks from patchbay_app';

t.test('a policy that a later step made anew is put back as it was made last', async (t) => {
  const steps = [
    migration('racks.001-racks', tenant),
    migration('racks.002-sites', 'drop policy tenant on racks', sited),
  ];
  t.same(rightsOf(steps), [{ name: 'policy tenant on racks', statements: [sited] }]);
});

t.test('a policy that a later step dropped is not put back', async (t) => {
  const steps = [
    migration('racks.001-racks', tenant),
    migration('racks.002-open', 'drop policy tenant on racks'),
  ];
  t.same(rightsOf(steps), []);
});

t.test('a right that a later step took away is taken away again', async (t) => {
  const steps = [migration('racks.001-racks', given), migration('racks.002-fixed', taken)];
  t.same(rightsOf(steps), [{ name: 'rights of patchbay_app on racks', statements: [given, taken] }]);
});

t.test(
  'the rights of a table that a later step renamed are those of its new name, and of no other table',
  async (t) => {
    const beside = 'grant select on racks_old to patchbay_app';
    const steps = [
      migration('racks.001-racks', tenant, given, beside),
      migration('racks.002-shelves', 'alter table racks rename to shelves'),
    ];
    t.same(rightsOf(steps), [
      { name: 'policy tenant on shelves', statements: [rowSecurity('shelves', null)[1]] },
      {
        name: 'rights of patchbay_app on shelves',
        statements: ['grant select, insert on shelves to patchbay_app'],
      },
      { name: 'rights of patchbay_app on racks_old', statements: [beside] },
    ]);
  },
);
