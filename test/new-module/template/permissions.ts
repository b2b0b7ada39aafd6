import { definePermission } from '@patchbay/kernel/permissions';

export const readExampleItems = definePermission({
  id: 'example_item:read',
  title: 'See example items',
  lowest: 'viewer',
});
export const writeExampleItems = definePermission({
  id: 'example_item:write',
  title: 'Create, change and delete example items',
  lowest: 'operator',
});
