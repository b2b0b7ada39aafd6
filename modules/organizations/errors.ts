import { defineError } from '@patchbay/kernel/errors';

export const slugTaken = defineError({
  id: 'organizations.slug_taken',
  kind: 'conflict',
  message: 'A site with this slug exists in the organization.',
});
export const siteInUse = defineError({
  id: 'organizations.site_in_use',
  kind: 'conflict',
  message: 'The site still holds equipment; move or delete it first.',
});
export const unknownRole = defineError({
  id: 'organizations.unknown_role',
  kind: 'invalid',
  message: 'There is no such role.',
});
export const roleTooHigh = defineError({
  id: 'organizations.role_too_high',
  kind: 'forbidden',
  message: 'You can only assign and change roles strictly below your own.',
});
export const lastAdmin = defineError({
  id: 'organizations.last_admin',
  kind: 'conflict',
  message: 'This is the last administrator of the organization.',
});
export const otherOrganization = defineError({
  id: 'organizations.other_organization',
  kind: 'forbidden',
  message: 'Only a super administrator creates users in other organizations.',
});
export const platformOnly = defineError({
  id: 'organizations.platform_only',
  kind: 'forbidden',
  message: 'Only a super administrator may change this.',
});
export const ownOrganization = defineError({
  id: 'organizations.own_organization',
  kind: 'conflict',
  message: 'You cannot delete or disable the organization you act in.',
});
export const grantExists = defineError({
  id: 'organizations.grant_exists',
  kind: 'conflict',
  message: 'The user is granted this site already.',
});
export const roleNameTaken = defineError({
  id: 'organizations.role_name_taken',
  kind: 'conflict',
  message: 'A stored role with this name exists.',
});
export const mfaMissing = defineError({
  id: 'organizations.mfa_missing',
  kind: 'conflict',
  message: 'Set up a second factor of your own before you demand one of all users.',
});
export const quotaExceeded = defineError({
  id: 'organizations.quota_exceeded',
  kind: 'conflict',
  message: 'The organization has reached its quota.',
});
