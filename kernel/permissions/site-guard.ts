import { type ExtensionPoint, extensionPoint } from '../extension/index.ts';
import type { Principal } from './principal.ts';

/** Whether a site exists for a caller: of the own organization, within the own grants, not deleted. */
export interface SiteGuard {
  isVisible(principal: Principal, site_id: string): Promise<boolean>;
}

/** Asked before any read that is narrowed by `site_id`; for a site that is not visible lists are empty (SPEC 2.1). */
export const SITE_GUARDS: ExtensionPoint<SiteGuard> = extensionPoint('permissions.site-guards');
