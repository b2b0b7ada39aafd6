import type { Principal } from '@patchbay/kernel/permissions';

/** A super administrator at work in another organization: everything of it, attributed to the same user. */
export const actingIn = (principal: Principal, organization_id: string): Principal =>
  organization_id === principal.organization_id
    ? principal
    : Object.freeze({ ...principal, organization_id, site_ids: null });
