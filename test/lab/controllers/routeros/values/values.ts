import { invalidValue, noMatch, outOfRange, Refusal } from '../refusal.ts';
import { routerSchema, type ValueType } from '../schema.ts';
import { isAnyIp, isPrefix, isPrefix6, isRange, normalMac } from './addresses.ts';
import { type FieldRule, fieldRules, wordLists } from './field-rules.ts';
import { formatInterval, intervalInRange, parseInterval } from './intervals.ts';

/** True when one of the menus holds an object of that name. */
export type NameExists = (menus: readonly string[], name: string) => boolean;

const truths: Readonly<Record<string, string>> = { yes: 'true', true: 'true', no: 'false', false: 'false' };
/** The inspected router's own interfaces stand in the schema where any interface may stand. */
const placeholders = new Set(['ether1', 'lo']);

/** One argument as the router takes it: checked, and in the spelling it would print. Throws `Refusal`. */
export function acceptValue(
  menu: string,
  name: string,
  type: ValueType,
  given: unknown,
  exists: NameExists,
): string {
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean')
    throw invalidValue(name);
  const text = String(given);
  if (text.length > 65_536) throw invalidValue(name);
  if (type.neg && text.startsWith('!')) return `!${acceptValue(menu, name, type, text.slice(1), exists)}`;
  // A field's name alone says less than its own type.
  const rule = fieldRules[`${menu} ${name}`] ?? (type.t === undefined ? fieldRules[name] : undefined);
  const words = (type.values ?? []).filter((word) => !placeholders.has(word));
  if (words.includes(text) && type.t !== 'list') return text;
  if (rule) return acceptByRule(name, rule, text, exists, words);
  return acceptByType({ menu, name, type, text, exists, words });
}

function acceptByRule(
  name: string,
  rule: FieldRule,
  text: string,
  exists: NameExists,
  words: readonly string[],
): string {
  if ('int' in rule) {
    const [least, most] = rule.int;
    if (!/^-?\d+$/.test(text)) throw words.length > 0 ? noMatch(name) : invalidValue(name);
    const value = Number(text);
    if (value < least || value > most) throw outOfRange(name, `${least}..${most}`);
    return String(value);
  }
  const parts = rule.list ? text.split(',') : [text];
  for (const part of parts) {
    if ('form' in rule) {
      if (!rule.form(part)) throw invalidValue(name);
    } else if (!rule.words?.includes(part) && !exists(rule.refersTo, part)) {
      throw noMatch(name);
    }
  }
  return text;
}

/** A value as text, and what the schema says of it. */
interface TypedText {
  readonly menu: string;
  readonly name: string;
  readonly type: ValueType;
  readonly text: string;
  readonly exists: NameExists;
  /** Words of the type that are no placeholders. */
  readonly words: readonly string[];
}

function acceptByType(value: TypedText): string {
  const { name, type, text, exists } = value;
  switch (type.t) {
    case 'bool': {
      const truth = truths[text];
      if (truth === undefined) throw noMatch(name);
      return truth;
    }
    case 'int':
      return acceptByRule(
        name,
        { int: [type.min ?? 0, type.max ?? Number.MAX_SAFE_INTEGER] },
        text,
        exists,
        [],
      );
    case 'interval':
      return acceptInterval(name, type, text);
    case 'list':
      return acceptWords(name, text, [...(type.of ?? []), ...(type.values ?? [])]);
    case 'mac': {
      const mac = normalMac(text);
      if (mac === null) throw invalidValue(name);
      return mac;
    }
    case undefined:
      return acceptUntyped(value);
    default:
      return acceptText(value);
  }
}

function acceptText({ menu, name, type, text, exists }: TypedText): string {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = type;
  if (type.also?.includes(text)) return text;
  const forms: Readonly<Record<string, (value: string) => boolean>> = {
    ip: isAnyIp,
    'ip-prefix': (value) => value.split(',').every((part) => isPrefix(part) || isPrefix6(part)),
    // The inspection shows the widest form; only IPv6 menus and fields mean IPv6 alone.
    'ipv6-prefix': (value) =>
      value
        .split(',')
        .every((part) => isPrefix6(part) || (isPrefix(part) && !`${menu} ${name}`.includes('6'))),
    'ip-range': (value) => value.split(',').every(isRange),
    hex: (value) => /^(0x)?[0-9a-fA-F]*$/.test(value),
  };
  const form = forms[type.t ?? ''];
  const interfaceName = type.values?.some((word) => placeholders.has(word)) && exists(['/interface'], text);
  if (form && !form(text) && !interfaceName) throw invalidValue(name);
  if (text.length < minLength || text.length > maxLength) throw invalidValue(name);
  return text;
}

function acceptInterval(name: string, type: ValueType, text: string): string {
  const durationMs = parseInterval(text);
  if (durationMs === null) throw invalidValue(name);
  if (type.range && !intervalInRange(durationMs, type.range)) throw outOfRange(name, type.range);
  return formatInterval(durationMs);
}

function acceptUntyped({ name, type, text, exists, words }: TypedText): string {
  if (type.values === undefined || type.ref || routerSchema().openFields.has(name)) return text;
  const takesInterfaces = type.values.some((word) => placeholders.has(word));
  if (
    takesInterfaces &&
    text.split(',').every((part) => words.includes(part) || exists(['/interface'], part))
  ) {
    return text;
  }
  return wordLists.has(name) ? acceptWords(name, text, words) : expandWord(name, text, words);
}

function acceptWords(name: string, text: string, words: readonly string[]): string {
  if (text === '') return text;
  const parts = text.split(',').map((part) => {
    const negated = part.startsWith('!') ? '!' : '';
    return negated + expandWord(name, part.slice(negated.length), words);
  });
  return parts.join(',');
}

/** The console takes the start of a word when only one word starts so. */
function expandWord(name: string, text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  const candidates = text === '' ? [] : words.filter((word) => word.startsWith(text));
  const [only, ...others] = new Set(candidates);
  if (only === undefined) throw noMatch(name);
  if (others.length > 0)
    throw new Refusal(`ambiguous value of ${name}, more than one possible value matches input`);
  return only;
}
