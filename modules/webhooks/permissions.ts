import { definePermission } from '@patchbay/kernel/permissions';

export const webhookWrite = definePermission({
  id: 'webhook:write',
  title: 'Manage webhooks',
  lowest: 'admin',
});
