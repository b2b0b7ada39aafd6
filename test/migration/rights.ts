const RIGHT = /^(\w+): right of (\w+) to (select|insert|update|delete|truncate)(?: (\w+))?$/;

/** Statements that give and take rights, from what catalogs say of two databases. */
export function rightsBetween(migrated: readonly string[], declared: readonly string[]): readonly string[] {
  const [before, after] = [new Set(migrated), new Set(declared)];
  return [
    ...migrated.filter((fact) => !after.has(fact)).flatMap((fact) => statementOf(fact, 'revoke', 'from')),
    ...declared.filter((fact) => !before.has(fact)).flatMap((fact) => statementOf(fact, 'grant', 'to')),
  ];
}

function statementOf(fact: string, verb: 'grant' | 'revoke', preposition: 'to' | 'from'): readonly string[] {
  const [, table, group, right, column] = RIGHT.exec(fact) ?? [];
  if (table === undefined) return [];
  return [
    `${verb} ${right}${column === undefined ? '' : ` (${column})`} on ${table} ${preposition} ${group}`,
  ];
}
