import type { JsonSchema } from '../../author/json.ts';

/** One place where data does not fit: a JSON Pointer and a sentence. */
export interface DataProblem {
  readonly path: string;
  readonly message: string;
}

const MOST_PROBLEMS = 20;
/** Steps one validation may take; alternatives over long arrays could otherwise multiply. */
const MOST_STEPS = 200_000;

type Schema = { readonly [keyword: string]: unknown };

/**
 * Checks data against a schema that passed `schemaProblems`, by walking it: no code is generated, so a
 * plugin's schema never becomes a program in this process. Returns at most 20 problems, none when it fits.
 */
export function validateData(schema: JsonSchema, data: unknown): DataProblem[] {
  return new Walk().run(schema, data);
}

class Walk {
  #steps = 0;

  run(schema: unknown, data: unknown): DataProblem[] {
    const problems: DataProblem[] = [];
    this.#check(schema, data, '', problems);
    return problems.slice(0, MOST_PROBLEMS);
  }

  #check(schema: unknown, data: unknown, path: string, problems: DataProblem[]): void {
    this.#steps += 1;
    if (problems.length >= MOST_PROBLEMS) return;
    const say = (message: string) => problems.push({ path: path || '/', message });
    if (this.#steps > MOST_STEPS) return void say('is too large to check');
    if (schema === true) return;
    if (typeof schema !== 'object' || schema === null) return void say('is not allowed');
    const rules: Schema = { ...schema };
    if (!hasType(rules['type'], data)) return void say(`must be ${[rules['type']].flat().join(' or ')}`);
    checkValue(rules, data, say);
    if (typeof data === 'number') checkNumber(rules, data, say);
    else if (typeof data === 'string') checkRange('characters', rules, 'Length', [...data].length, say);
    else if (Array.isArray(data)) this.#checkArray(rules, data, path, problems, say);
    else if (typeof data === 'object' && data !== null) this.#checkObject(rules, data, path, problems, say);
    this.#checkAlternatives(rules['anyOf'], data, path, say);
  }

  #checkArray(
    rules: Schema,
    data: readonly unknown[],
    path: string,
    problems: DataProblem[],
    say: Say,
  ): void {
    checkRange('items', rules, 'Items', data.length, say);
    if (rules['items'] === undefined || rules['items'] === true) return;
    for (const [at, item] of data.entries()) {
      if (problems.length >= MOST_PROBLEMS) return;
      this.#check(rules['items'], item, `${path}/${at}`, problems);
    }
  }

  #checkObject(rules: Schema, data: object, path: string, problems: DataProblem[], say: Say): void {
    const names = Object.keys(data);
    checkRange('properties', rules, 'Properties', names.length, say);
    const known =
      typeof rules['properties'] === 'object' && rules['properties'] !== null ? rules['properties'] : {};
    for (const name of listOf(rules['required']))
      if (!Object.hasOwn(data, String(name))) say(`needs ${name}`);
    for (const name of names) {
      if (problems.length >= MOST_PROBLEMS) return;
      const own = Object.hasOwn(known, name)
        ? Reflect.get(known, name)
        : (rules['additionalProperties'] ?? true);
      this.#check(own, Reflect.get(data, name), `${path}/${name.slice(0, 60)}`, problems);
    }
  }

  #checkAlternatives(alternatives: unknown, data: unknown, path: string, say: Say): void {
    if (!Array.isArray(alternatives)) return;
    const fits = alternatives.some((alternative) => {
      const problems: DataProblem[] = [];
      this.#check(alternative, data, path, problems);
      return problems.length === 0;
    });
    if (!fits) say('fits none of the alternatives');
  }
}

type Say = (message: string) => unknown;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function hasType(type: unknown, data: unknown): boolean {
  return type === undefined || [type].flat().some((name) => isOfType(String(name), data));
}

function isOfType(name: string, data: unknown): boolean {
  if (name === 'null') return data === null;
  if (name === 'array') return Array.isArray(data);
  if (name === 'object') return typeof data === 'object' && data !== null && !Array.isArray(data);
  if (name === 'integer') return Number.isInteger(data);
  return typeof data === name;
}

function checkValue(rules: Schema, data: unknown, say: Say): void {
  if (rules['const'] !== undefined && !isEqual(rules['const'], data)) say('is not the fixed value');
  if (Array.isArray(rules['enum']) && !rules['enum'].some((value) => isEqual(value, data)))
    say('is none of the values');
}

function checkNumber(rules: Schema, data: number, say: Say): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rules;
  if (typeof minimum === 'number' && data < minimum) say(`must be at least ${minimum}`);
  if (typeof maximum === 'number' && data > maximum) say(`must be at most ${maximum}`);
  if (typeof exclusiveMinimum === 'number' && data <= exclusiveMinimum)
    say(`must be above ${exclusiveMinimum}`);
  if (typeof exclusiveMaximum === 'number' && data >= exclusiveMaximum)
    say(`must be below ${exclusiveMaximum}`);
}

function checkRange(what: string, rules: Schema, suffix: string, count: number, say: Say): void {
  const least = rules[`min${suffix}`];
  const most = rules[`max${suffix}`];
  if (typeof least === 'number' && count < least) say(`must have at least ${least} ${what}`);
  if (typeof most === 'number' && count > most) say(`must have at most ${most} ${what}`);
}

/** Fixed values are short (the whole schema is at most 32 KiB), so comparing text is enough for containers. */
function isEqual(fixed: unknown, data: unknown): boolean {
  if (typeof fixed !== 'object' || fixed === null) return fixed === data;
  return typeof data === 'object' && data !== null && JSON.stringify(fixed) === JSON.stringify(data);
}
