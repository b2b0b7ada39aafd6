import { FORBIDDEN_STEPS, MAX_PATH_LENGTH, parsePath } from './path.ts';

/** Presence of a path in a JSON Schema: always there, there at times, left open by the schema, or never there. */
export type PathVerdict = 'declared' | 'optional' | 'open' | 'absent';

const ARRAY_INDEX = /^(0|[1-9]\d{0,8})$/;
/** Schemas of plugins are bounded; this holds for whatever else arrives. */
const MAX_VISITS = 2_000;

type Schema = Readonly<Record<string, unknown>>;

/**
 * Judges a dotted path against a schema, so that a template can be refused before it is saved. An object that
 * lists its properties has no others. Never throws.
 */
export function pathInSchema(schema: unknown, path: string): PathVerdict {
  if (path.length > MAX_PATH_LENGTH) return 'absent';
  let visits = 0;
  const judge = (at: unknown, steps: readonly string[]): PathVerdict => {
    visits += 1;
    if (at === false) return 'absent';
    if (typeof at !== 'object' || at === null || visits > MAX_VISITS) return 'open';
    const known = at as Schema;
    const branches = known['anyOf'] ?? known['oneOf'];
    if (Array.isArray(branches)) return oneOf(branches.map((branch) => judge(branch, steps)));
    const [step, ...rest] = steps;
    if (step === undefined) return 'declared';
    if (FORBIDDEN_STEPS.has(step)) return 'absent';
    if (known['$ref'] !== undefined || known['allOf'] !== undefined) return 'open';
    return below(known, step, (next) => judge(next, rest));
  };
  return judge(schema, parsePath(path));
}

function below(schema: Schema, step: string, judge: (next: unknown) => PathVerdict): PathVerdict {
  const types = [schema['type']].flat();
  if (types.includes('object') || schema['properties'] !== undefined) return inObject(schema, step, judge);
  if (types.includes('array'))
    return ARRAY_INDEX.test(step) ? atMost('optional', judge(schema['items'])) : 'absent';
  return schema['type'] === undefined && schema['const'] === undefined && schema['enum'] === undefined
    ? 'open'
    : 'absent';
}

function inObject(schema: Schema, step: string, judge: (next: unknown) => PathVerdict): PathVerdict {
  const properties = (schema['properties'] ?? {}) as Schema;
  if (Object.hasOwn(properties, step)) {
    const required = Array.isArray(schema['required']) && schema['required'].includes(step);
    return atMost(required ? 'declared' : 'optional', judge(properties[step]));
  }
  const others = schema['additionalProperties'];
  if (schema['patternProperties'] !== undefined || others === true) return 'open';
  if (typeof others === 'object' && others !== null) return atMost('open', judge(others));
  return others === undefined && Object.keys(properties).length === 0 ? 'open' : 'absent';
}

/** A container that is there only at times makes its members optional. */
function atMost(most: PathVerdict, found: PathVerdict): PathVerdict {
  if (found === 'absent' || most === 'declared') return found;
  return found === 'declared' ? most : found;
}

function oneOf(verdicts: readonly PathVerdict[]): PathVerdict {
  const [first] = verdicts;
  if (first === undefined) return 'open';
  if (verdicts.every((verdict) => verdict === first)) return first;
  return verdicts.includes('open') ? 'open' : 'optional';
}
