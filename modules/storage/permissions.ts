import { definePermission } from '@patchbay/kernel/permissions';

export const storagePermissions = [
  definePermission({ id: 'storage.view', title: 'See storage', lowest: 'viewer' }),
  definePermission({ id: 'storage.write', title: 'Write to storage', lowest: 'operator' }),
];
