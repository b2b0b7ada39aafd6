import { definePermission } from '@patchbay/kernel/permissions';

export const voipPermissions = [
  definePermission({ id: 'voip.view', title: 'See phones', lowest: 'viewer' }),
  definePermission({ id: 'voip.manage_phones', title: 'Manage phones', lowest: 'operator' }),
];
