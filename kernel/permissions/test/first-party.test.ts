import t from 'tap';
import { decide, definePermission, PermissionMap, type Principal, systemPrincipal } from '../index.ts';

const map = new PermissionMap([definePermission({ id: 'site:read', title: 'Read sites', lowest: 'viewer' })]);
const principal: Principal = { ...systemPrincipal('018f0000-0000-7000-8000-000000000001'), kind: 'user' };
const application: Principal = { ...principal, kind: 'oauth2', scopes: ['site:read'] };

t.test(
  'what is for its owner alone is closed to third-party applications, whatever their scopes',
  async (t) => {
    const own = { authenticated: true, firstParty: true } as const;
    t.equal(decide(map, application, own).allowed, false);
    t.equal(decide(map, application, { authenticated: true }).allowed, true);
    t.equal(decide(map, principal, own).allowed, true);
    t.equal(decide(map, { ...application, kind: 'api_key' }, own).allowed, true);
    t.equal(decide(map, null, own).allowed, false);
  },
);

t.test('an application of a super administrator holds its scopes and nothing by its role', async (t) => {
  t.equal(decide(map, application, { permission: 'site:read' }).allowed, true);
  t.equal(decide(map, application, { permission: 'site:write' }).allowed, false);
  t.equal(decide(map, application, { role: 'guest' }).allowed, false);
  t.equal(decide(map, application, { permission: 'site:read', unscoped: true }).allowed, false);
});
