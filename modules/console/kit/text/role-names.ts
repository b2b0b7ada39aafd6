import { defineTexts, useTexts } from './texts.ts';

/** Roles, the highest first; each is strictly below those before it (SPEC 2.2). */
export const ROLES = [
  'super_admin',
  'org_admin',
  'admin',
  'site_admin',
  'operator',
  'viewer',
  'guest',
] as const;

const texts = defineTexts({
  en: {
    super_admin: 'Super administrator',
    org_admin: 'Organization administrator',
    admin: 'Administrator',
    site_admin: 'Site administrator',
    operator: 'Operator',
    viewer: 'Viewer',
    guest: 'Guest',
  },
  de: {
    super_admin: 'Plattform-Verwaltung',
    org_admin: 'Organisations-Verwaltung',
    admin: 'Verwaltung',
    site_admin: 'Standort-Verwaltung',
    operator: 'Betrieb',
    viewer: 'Nur lesen',
    guest: 'Gast',
  },
});

/** Names of roles in the language of the viewer; an unknown role keeps its word. */
export function useRoleName(): (role: string) => string {
  const t = useTexts(texts);
  return (role) => {
    const known = ROLES.find((each) => each === role);
    return known === undefined ? role : t[known];
  };
}

/** Roles that somebody of this role may give to others. */
export function rolesBelow(role: string): readonly string[] {
  const all: readonly string[] = ROLES;
  const at = all.indexOf(role);
  return at < 0 ? [] : all.slice(at + 1);
}
