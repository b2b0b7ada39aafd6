import type { Unit, UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { defineEvent } from '@patchbay/kernel/events';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';
import type { DashboardPart } from './contract/dashboard-part.ts';
import type { OrganizationCount } from './contract/organization-count.ts';

export {
  countsBy,
  type DashboardNotice,
  type DashboardPart,
  type DashboardSection,
  MAX_NOTICES,
} from './contract/dashboard-part.ts';
export { type OrganizationCount, rowCount } from './contract/organization-count.ts';
export { quotaExceeded } from './errors.ts';
export { assertSite } from './services/assert-site.ts';

/** A number per site that another module knows, shown in lists and on the dashboard. */
export interface SiteCount {
  /** Field of a site's reply; `device_count` is the one of the specification. */
  readonly name: string;
  /** A site that holds such things cannot be deleted. */
  readonly keepsSite: boolean;
  /** Count at each of these sites; sites that are left out have none. */
  count(unit: Unit, site_ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export const SITE_COUNTS: ExtensionPoint<SiteCount> = extensionPoint('organizations.site-counts');

export const ORGANIZATION_COUNTS: ExtensionPoint<OrganizationCount> = extensionPoint(
  'organizations.organization-counts',
);

export const DASHBOARD_PARTS: ExtensionPoint<DashboardPart> = extensionPoint('organizations.dashboard-parts');

/** Upper bounds of an organization, while `ENFORCE_ORG_QUOTAS` is on (SPEC 9). */
export interface Quotas {
  /** False: nothing is counted and nothing waits. */
  readonly isEnforced: boolean;
  /**
   * Call it in the unit that creates, before it does: creations of one organization then wait for each other.
   * Throws `organizations.quota_exceeded`.
   */
  assertRoom(work: UnitOfWork, kind: string, adding?: number): Promise<void>;
  /** Part of a number that still fits, for callers that adopt as much as they may. */
  roomFor(work: UnitOfWork, kind: string, adding: number): Promise<number>;
  /** How many more of a kind may come, null for any number. It locks nothing and holds nothing: for what only looks. */
  roomLeft(unit: Unit, kind: string): Promise<number | null>;
}

export const QUOTAS: Token<Quotas> = token('organizations.quotas');

const siteEvent = (verb: 'created' | 'updated' | 'deleted') =>
  defineEvent({
    type: `site.${verb}`,
    title: `Site ${verb}`,
    description: `A site was ${verb}.`,
    category: 'site',
    access: { permission: 'site:read' },
    payload: Type.Object({ site_id: Type.String(), name: Type.String(), slug: Type.String() }),
  });

export const siteCreated = siteEvent('created');
export const siteUpdated = siteEvent('updated');
export const siteDeleted = siteEvent('deleted');

const userEvent = (verb: 'created' | 'updated' | 'deleted') =>
  defineEvent({
    type: `user.${verb}`,
    title: `User ${verb}`,
    description: `A user was ${verb}.`,
    category: 'user',
    access: { permission: 'user:read' },
    payload: Type.Object({
      user_id: Type.String(),
      username: Type.String(),
      role: Type.String(),
      is_active: Type.Boolean(),
    }),
  });

export const userCreated = userEvent('created');
export const userUpdated = userEvent('updated');
export const userDeleted = userEvent('deleted');

/** Settings that decide what the members of an organization may do: its second factor policy, its quotas. */
export const organizationSettingsChanged = defineEvent({
  type: 'settings.organization.changed',
  title: 'Organization settings changed',
  description: 'Settings of the organization changed; `fields` names them.',
  category: 'settings',
  access: { permission: 'settings:read' },
  payload: Type.Object({
    organization_id: Type.String(),
    fields: Type.Array(Type.String()),
    actor_id: NullableText,
  }),
});

export const organizationEvents = [
  siteCreated,
  siteUpdated,
  siteDeleted,
  userCreated,
  userUpdated,
  userDeleted,
  organizationSettingsChanged,
];
