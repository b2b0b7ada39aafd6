import { definePermission } from '@patchbay/kernel/permissions';

export const cameraPermissions = [
  definePermission({ id: 'cameras.view', title: 'See cameras', lowest: 'viewer' }),
  definePermission({ id: 'cameras.manage', title: 'Manage cameras', lowest: 'operator' }),
];
