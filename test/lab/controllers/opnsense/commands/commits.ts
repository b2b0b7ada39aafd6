import type { Controller, FirewallSchema } from '../schema.ts';

/** Commands that take a saved configuration into service. */
export const commitCommands = new Set([
  'reconfigure',
  'apply',
  'reload_rules',
  'reconfigure_general',
  'flushreload',
]);

/** Tables that have no service to take them up: what is saved holds at once. */
const atOnce = ['OPNsense/Firewall/Category', 'OPNsense/Auth/'];
const idsRules = ['rules.rule', 'policies.policy', 'userDefinedRules.rule'].map(
  (path) => `OPNsense/IDS/IDS#${path}`,
);

export const holdsAtOnce = (table: string): boolean => atOnce.some((start) => table.startsWith(start));

/** Which tables and settings a commit of this controller takes up; by name of the table or the model. */
export function committedBy(
  schema: FirewallSchema,
  controller: Controller,
  command: string,
): (name: string) => boolean {
  const [, , module = '', name = ''] = controller.path.split('/');
  if (command === 'apply') return startsWithAny(['OPNsense/Firewall/Filter', 'OPNsense/Firewall/DNat']);
  if (module === 'ids' && command === 'reload_rules') return startsWithAny(idsRules);
  if (name !== 'service' && controller.model !== undefined) return startsWithAny([controller.model]);
  return startsWithAny(modelsOf(schema, module));
}

/** Models of a module that have no commit of their own. */
function modelsOf(schema: FirewallSchema, module: string): readonly string[] {
  const own = new Set(
    [...schema.controllers.values()]
      .filter(
        ({ path, actions }) =>
          !path.endsWith('/service') && [...commitCommands].some((name) => name in actions),
      )
      .map(({ model }) => model),
  );
  return [...schema.models.keys()].filter(
    (name) => name.split('/')[1]?.toLowerCase() === module && !own.has(name),
  );
}

const startsWithAny =
  (names: readonly string[]) =>
  (table: string): boolean =>
    names.some((name) => table === name || table.startsWith(`${name}#`));
