import { definePermission } from '@patchbay/kernel/permissions';

export const inventoryPermissions = [
  definePermission({ id: 'device:read', title: 'See devices', lowest: 'viewer' }),
  definePermission({ id: 'device:write', title: 'Edit devices', lowest: 'operator' }),
  definePermission({ id: 'controller:read', title: 'See controllers', lowest: 'viewer' }),
  definePermission({ id: 'controller:write', title: 'Manage controllers', lowest: 'site_admin' }),
];
