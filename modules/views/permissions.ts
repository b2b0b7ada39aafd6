import { definePermission } from '@patchbay/kernel/permissions';

export const readViews = definePermission({ id: 'view:read', title: 'See saved views', lowest: 'viewer' });
export const writeViews = definePermission({
  id: 'view:write',
  title: 'Keep own saved views',
  lowest: 'viewer',
});
export const shareViews = definePermission({
  id: 'view:share',
  title: 'Share saved views with the organization',
  lowest: 'operator',
});
export const administerViews = definePermission({
  id: 'view:admin',
  title: 'Change and delete saved views that others share',
  lowest: 'org_admin',
});
