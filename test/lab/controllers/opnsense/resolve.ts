import type { Action, Controller, FirewallSchema } from './schema.ts';

export interface Endpoint {
  readonly controller: Controller;
  /** In snake case. */
  readonly command: string;
  readonly action: Action;
  readonly params: readonly string[];
}

const maxSegments = 12;

/** Finds what a path means; null for what the product does not have, a missing parameter included. */
export function resolve(schema: FirewallSchema, path: string): Endpoint | null {
  const [root, module, controller, name, ...params] = path.split('/').slice(1, maxSegments).map(decoded);
  if (root !== 'api' || !module || !controller || !name || params.includes(null)) return null;
  const found = schema.controllers.get(`/api/${folded(module)}/${folded(controller)}`);
  const command = folded(name);
  const action = found && Object.hasOwn(found.actions, command) ? found.actions[command] : undefined;
  if (found === undefined || action === undefined) return null;
  const given = params.filter((param): param is string => param !== null && param !== '');
  const wanted = action.params ?? [];
  const least = wanted.filter((param) => !param.endsWith('?')).length;
  if (given.length < least || given.length > wanted.length) return null;
  return { controller: found, command, action, params: given };
}

/** Commands answer to camel case and snake case alike. */
const folded = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
