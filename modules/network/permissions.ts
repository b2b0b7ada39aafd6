import { definePermission } from '@patchbay/kernel/permissions';

export const networkPermissions = [
  definePermission({ id: 'network.view', title: 'See clients and topology', lowest: 'viewer' }),
];
