import { definePermission } from '@patchbay/kernel/permissions';

export const settingsRead = definePermission({
  id: 'settings:read',
  title: 'See settings, credentials without their secrets, and detailed health',
  lowest: 'site_admin',
});
export const settingsWrite = definePermission({
  id: 'settings:write',
  title: 'Change settings and credentials',
  lowest: 'admin',
});
