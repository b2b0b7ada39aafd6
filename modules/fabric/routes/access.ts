/** A guest has nothing but a profile, and no scope covers Connections (DECISIONS 12, SPEC 5.6). */
export const member = { role: 'viewer' } as const;
export const manage = { role: 'org_admin', unscoped: true } as const;
