import { browserArea } from './browser-code.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';

const MODULE = /^modules\/([^/]+)\//;
const CREATED = /^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/i;
const USED =
  /\b(?:from|join|into|update|truncate|delete from|alter table)\s+(?:only\s+)?([a-z_][a-z0-9_]*)/gi;
const REFERRED = /\breferences\s+([a-z_][a-z0-9_]*)/gi;
const MAKES = /^(tenantTable|platformTable)$/;
/** Calls of kysely whose first argument is a table, with or without `as`. */
const QUERIES =
  /^\.(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|rightJoin|fullJoin|using)$/;

/**
 * A module names tables of its own, of the kernel and of modules that it requires, however far: what it does not
 * require may be absent, or changed by those who own it.
 */
export function checkTables(tree: SourceTree): readonly string[] {
  const owners = ownersOf(tree);
  const required = requiredBy(tree);
  return [...tree.files.values()].flatMap((file) => {
    const own = MODULE.exec(file.path)?.[1];
    if (own === undefined || namesNone(file)) return [];
    return usedTables(file, owners).flatMap(({ table, line }) => {
      const owner = owners.get(table);
      if (owner === undefined || owner === own || required(own).has(owner)) return [];
      return [`${file.path}:${line} names table ${table} of module ${owner}, which ${own} does not require`];
    });
  });
}

/** Of which other modules a module names tables, also as the target of a foreign key. */
export function tablesNamed(tree: SourceTree): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = ownersOf(tree);
  const found = new Map<string, Set<string>>();
  for (const file of tree.files.values()) {
    const own = MODULE.exec(file.path)?.[1];
    if (own === undefined || namesNone(file)) continue;
    const referred = file.texts.flatMap(({ text }) =>
      [...text.matchAll(REFERRED)].map(([, table = '']) => table),
    );
    const used = usedTables(file, owners).map(({ table }) => table);
    const modules = [...used, ...referred].flatMap((table) => owners.get(table) ?? []);
    found.set(own, new Set([...(found.get(own) ?? []), ...modules]));
  }
  return found;
}

/** Which module makes which table; tables of the kernel are everybody's. */
function ownersOf(tree: SourceTree): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const file of tree.files.values()) {
    const module = MODULE.exec(file.path)?.[1];
    if (module === undefined || !file.path.includes('/migrations/')) continue;
    const made = file.calls.filter(({ name }) => MAKES.test(name)).map(({ text }) => text);
    const created = file.texts.map(({ text }) => CREATED.exec(text)?.[1]);
    for (const name of [...made, ...created]) if (name !== undefined) owners.set(name, module);
  }
  return owners;
}

/** Texts of the console are words for people, and tests may name any table. */
const namesNone = ({ path, isTest }: SourceFile): boolean => isTest || browserArea(path) !== undefined;

interface Use {
  readonly table: string;
  readonly line: number;
}

function usedTables({ texts, calls }: SourceFile, owners: ReadonlyMap<string, string>): readonly Use[] {
  const inCalls = calls
    .filter(({ name }) => QUERIES.test(name))
    .map(({ text = '', line }) => ({ table: text.split(' ')[0] ?? '', line }));
  const inTexts = texts.flatMap(({ text, line }) =>
    [...text.matchAll(USED)].map(([, table = '']) => ({ table, line })),
  );
  return [...inCalls, ...inTexts].filter(({ table }) => owners.has(table));
}

/** Everything a module requires, by way of others too. */
function requiredBy(tree: SourceTree): (module: string) => ReadonlySet<string> {
  const direct = new Map<string, readonly string[]>();
  for (const file of tree.files.values())
    if (!file.isTest) for (const { id, requires } of file.modules) direct.set(id, requires);
  return (module) => {
    const found = new Set<string>();
    const waiting = [...(direct.get(module) ?? [])];
    for (const each of waiting) {
      if (found.has(each)) continue;
      found.add(each);
      waiting.push(...(direct.get(each) ?? []));
    }
    return found;
  };
}
