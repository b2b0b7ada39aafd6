import type { JsonSchema } from '../../author/json.ts';
import { CheckBudget } from './check-budget.ts';
import { isOneOf } from './equal.ts';
import { type Range, type Rules, rulesOf } from './rules.ts';

/** One place where data does not fit: a JSON Pointer and a sentence. */
export interface DataProblem {
  readonly path: string;
  readonly message: string;
  /** The schema, and not the data, is at fault: checking costs more than it may, and nothing is known of the data. */
  readonly isTooCostly?: true;
}

const MAX_PROBLEMS = 20;
/** So many names are sooner gathered again than remembered. */
const FEW_NAMES = 8;

/**
 * Checks data against a schema that passed `schemaProblems`, by walking it: no code is generated, so a
 * plugin's schema never becomes a program in this process. Returns at most 20 problems, none when it fits, and
 * only one, `isTooCostly`, when the budget (about 5 ms) does not last.
 */
export function validateData(schema: JsonSchema, data: unknown, budget = new CheckBudget()): DataProblem[] {
  const problems = new Walk(budget).run(rulesOf(schema), data);
  return budget.isSpent
    ? [{ path: '/', message: 'costs more to check than it may', isTooCostly: true }]
    : problems;
}

class Walk {
  readonly #budget: CheckBudget;
  readonly #names = new Map<object, readonly string[]>();
  readonly #path: (string | number)[] = [];
  readonly #problems: DataProblem[] = [];
  #counted = { text: '', count: 0 };
  /** Above 0 inside alternatives, of which only counts whether they fit: the first misfit is enough. */
  #quiet = 0;

  constructor(budget: CheckBudget) {
    this.#budget = budget;
  }

  run(rules: Rules | boolean, data: unknown): DataProblem[] {
    this.#fits(rules, data);
    return this.#problems.slice(0, MAX_PROBLEMS);
  }

  /** Whether nothing more is to be found out. */
  get #isOver(): boolean {
    return this.#budget.isSpent || this.#problems.length >= MAX_PROBLEMS;
  }

  /** Notes a problem; always false. */
  #say(message: string): false {
    if (this.#quiet > 0) return false;
    const path = this.#path.map((part) => `/${typeof part === 'string' ? part.slice(0, 60) : part}`).join('');
    this.#problems.push({ path: path || '/', message });
    return false;
  }

  #fits(rules: Rules | boolean, data: unknown): boolean {
    if (!this.#budget.take(1)) return false;
    if (rules === true) return true;
    if (rules === false) return this.#say('is not allowed');
    if (rules.types !== null && !rules.types.some((name) => isOfType(name, data)))
      return this.#say(`must be ${rules.types.join(' or ')}`);
    let ok = this.#fitsValue(rules, data);
    if (!ok && this.#quiet > 0) return false;
    ok = this.#fitsKind(rules, data) && ok;
    if (!ok && this.#quiet > 0) return false;
    return this.#fitsAlternatives(rules, data) && ok;
  }

  #fitsValue({ constant, fixed }: Rules, data: unknown): boolean {
    let ok = true;
    if (constant !== null && !isOneOf(constant, data, this.#namesOf, this.#budget))
      ok = this.#say('is not the fixed value');
    if (fixed !== null && !isOneOf(fixed, data, this.#namesOf, this.#budget))
      ok = this.#say('is none of the values');
    return ok;
  }

  #fitsKind(rules: Rules, data: unknown): boolean {
    if (typeof data === 'number') return this.#fitsNumber(rules, data);
    if (typeof data === 'string') return this.#fitsLength(rules.length, data);
    if (typeof data !== 'object' || data === null) return true;
    return Array.isArray(data) ? this.#fitsItems(rules, data) : this.#fitsMembers(rules, data);
  }

  #fitsItems({ items, each }: Rules, data: readonly unknown[]): boolean {
    let ok = this.#fitsRange('items', items, data.length);
    if (each === true) return ok;
    for (let at = 0; at < data.length && (ok || this.#quiet === 0) && !this.#isOver; at += 1)
      ok = this.#fitsAt(at, each, data[at]) && ok;
    return ok;
  }

  #fitsMembers(rules: Rules, data: object): boolean {
    let ok =
      rules.properties === null ||
      this.#fitsRange('properties', rules.properties, this.#namesOf(data).length);
    this.#budget.take(rules.required.length);
    for (const name of rules.required) if (!Object.hasOwn(data, name)) ok = this.#say(`needs ${name}`);
    if (rules.known.size === 0 && rules.additional === true) return ok;
    for (const name of this.#namesOf(data)) {
      if ((!ok && this.#quiet > 0) || this.#isOver) return false;
      ok = this.#fitsAt(name, rules.known.get(name) ?? rules.additional, Reflect.get(data, name)) && ok;
    }
    return ok;
  }

  #fitsAt(part: string | number, rules: Rules | boolean, data: unknown): boolean {
    this.#path.push(part);
    const ok = this.#fits(rules, data);
    this.#path.pop();
    return ok;
  }

  #fitsAlternatives({ alternatives }: Rules, data: unknown): boolean {
    if (alternatives === null) return true;
    this.#quiet += 1;
    const ok = alternatives.some((alternative) => this.#fits(alternative, data));
    this.#quiet -= 1;
    return ok || this.#say('fits none of the alternatives');
  }

  #fitsNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Rules, data: number): boolean {
    let ok = true;
    if (data < minimum) ok = this.#say(`must be at least ${minimum}`);
    if (data > maximum) ok = this.#say(`must be at most ${maximum}`);
    if (data <= exclusiveMinimum) ok = this.#say(`must be above ${exclusiveMinimum}`);
    if (data >= exclusiveMaximum) ok = this.#say(`must be below ${exclusiveMaximum}`);
    return ok;
  }

  /** A text has between half as many and as many characters as code units: they are counted only in between. */
  #fitsLength(range: Range | null, text: string): boolean {
    if (range === null) return true;
    const { least, most } = range;
    if (text.length <= most && text.length >= least * 2) return true;
    if (text.length < least || text.length > most * 2)
      return this.#fitsRange('characters', range, text.length < least ? text.length : text.length / 2);
    return this.#fitsRange('characters', range, this.#charactersOf(text));
  }

  /** Alternatives ask again for the same text. */
  #charactersOf(text: string): number {
    if (this.#counted.text === text) return this.#counted.count;
    this.#budget.takeText(text.length);
    this.#counted = { text, count: charactersOf(text) };
    return this.#counted.count;
  }

  #fitsRange(what: string, range: Range | null, count: number): boolean {
    if (range === null) return true;
    let ok = true;
    if (count < range.least) ok = this.#say(`must have at least ${range.least} ${what}`);
    if (count > range.most) ok = this.#say(`must have at most ${range.most} ${what}`);
    return ok;
  }

  readonly #namesOf = (data: object): readonly string[] => {
    const known = this.#names.get(data);
    if (known !== undefined) return known;
    const names = Object.keys(data);
    this.#budget.take(names.length);
    if (names.length > FEW_NAMES) this.#names.set(data, names);
    return names;
  };
}

function isOfType(name: string, data: unknown): boolean {
  if (name === 'null') return data === null;
  if (name === 'array') return Array.isArray(data);
  if (name === 'object') return typeof data === 'object' && data !== null && !Array.isArray(data);
  if (name === 'integer') return Number.isInteger(data);
  return typeof data === name;
}

/** Code points, a pair of surrogates being one. */
function charactersOf(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800)
      count -= 1;
  return count;
}
