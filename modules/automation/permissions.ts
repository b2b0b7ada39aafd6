import { definePermission } from '@patchbay/kernel/permissions';

export const rulesRead = definePermission({
  id: 'automation.rules.read',
  title: 'See automation rules',
  lowest: 'viewer',
});

export const automationWrite = definePermission({
  id: 'automation:write',
  title: 'Manage automation rules',
  lowest: 'admin',
});

/** A rule acts with all its author may do, so no scoped key writes one (SPEC 5.9). */
export const manageRules = { permission: automationWrite.id, unscoped: true } as const;
