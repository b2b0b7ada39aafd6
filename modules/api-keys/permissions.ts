import { definePermission } from '@patchbay/kernel/permissions';

export const apiKeyAdmin = definePermission({
  id: 'api_key:admin',
  title: 'See and revoke the keys of other users',
  lowest: 'org_admin',
});
