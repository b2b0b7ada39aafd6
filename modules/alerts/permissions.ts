import { definePermission } from '@patchbay/kernel/permissions';

export const alertRead = definePermission({ id: 'alert:read', title: 'See alerts', lowest: 'viewer' });
export const alertWrite = definePermission({ id: 'alert:write', title: 'Handle alerts', lowest: 'operator' });
