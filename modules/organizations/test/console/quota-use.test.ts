import t from 'tap';
import { quotasOf, quotaUses } from '../../console/organization/quota-use.ts';

t.test('kinds that are counted or limited are shown with their use', async (t) => {
  t.same(quotaUses({ users: 3, devices: 36 }, { devices: 40, cameras: 0 }), [
    { kind: 'cameras', used: 0, most: 0, percent: 100 },
    { kind: 'devices', used: 36, most: 40, percent: 90 },
    { kind: 'users', used: 3, most: null, percent: null },
  ]);
  t.equal(quotaUses({ users: 9 }, { users: 3 })[0]?.percent, 100);
});

t.test('an empty field is no limit', async (t) => {
  t.same(quotasOf({ users: 10, devices: null, sites: 0 }), { users: 10, sites: 0 });
});
