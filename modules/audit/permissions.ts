import { definePermission } from '@patchbay/kernel/permissions';

export const auditRead = definePermission({
  id: 'audit:read',
  title: 'Read and validate the audit record',
  lowest: 'viewer',
});
