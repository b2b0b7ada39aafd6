import { definePermission } from '@patchbay/kernel/permissions';

export const siteRead = definePermission({ id: 'site:read', title: 'See sites', lowest: 'viewer' });
export const siteWrite = definePermission({ id: 'site:write', title: 'Change sites', lowest: 'org_admin' });
export const userRead = definePermission({ id: 'user:read', title: 'See users', lowest: 'org_admin' });
export const userWrite = definePermission({ id: 'user:write', title: 'Change users', lowest: 'org_admin' });
export const roleWrite = definePermission({
  id: 'role:write',
  title: 'Change stored roles',
  lowest: 'org_admin',
});
export const eventWrite = definePermission({
  id: 'event:write',
  title: 'Bring events in from outside',
  lowest: 'org_admin',
});
