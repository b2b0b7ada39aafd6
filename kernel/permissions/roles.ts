/** The roles and their levels (SPEC 2.2, DECISIONS 12). */
export const ROLE_LEVELS = Object.freeze({
  super_admin: 100,
  org_admin: 60,
  admin: 50,
  site_admin: 40,
  operator: 20,
  viewer: 10,
  guest: 5,
});

export type RoleName = keyof typeof ROLE_LEVELS;

export const ROLE_NAMES = Object.freeze(Object.keys(ROLE_LEVELS) as RoleName[]);

export const isRoleName = (text: string): text is RoleName => Object.hasOwn(ROLE_LEVELS, text);

export const roleLevel = (role: RoleName): number => ROLE_LEVELS[role];

export const roleAtLeast = (role: RoleName, lowest: RoleName): boolean =>
  roleLevel(role) >= roleLevel(lowest);

/** One may assign and touch only what stands strictly below oneself (SPEC 2.2, DECISIONS 12). */
export const outranks = (role: RoleName, other: RoleName): boolean => roleLevel(role) > roleLevel(other);
