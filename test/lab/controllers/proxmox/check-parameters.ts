import { isIP, isIPv4, isIPv6 } from 'node:net';
import { meetsPattern } from '../vendor-pattern.ts';
import { type Format, type Operation, type Parameter, type Parameters, parameterOf } from './schema.ts';

/** Parameters as they came: texts, and lists of texts where a name came several times. */
export type Given = Readonly<Record<string, string | readonly string[]>>;
type Formats = Readonly<Record<string, Format>>;

const maxItems = 1_000;
const missing = 'property is missing and it is not optional';
const undefinedKey = 'property is not defined in schema and the schema does not allow additional properties';

const cidr =
  (isAddress: (text: string) => boolean, lowest: number, highest: number) =>
  (text: string): boolean => {
    const [address = '', bits = '', ...rest] = text.split('/');
    const isNumber = /^\d{1,3}$/.test(bits) && Number(bits) >= lowest && Number(bits) <= highest;
    return rest.length === 0 && isAddress(address) && isNumber;
  };
const cidr4 = cidr(isIPv4, 8, 32);
const cidr6 = cidr(isIPv6, 8, 128);

/** Formats that the data explains in words. */
const known: Readonly<Record<string, (text: string) => boolean>> = {
  ip: (text) => isIP(text) !== 0,
  ipv4: isIPv4,
  ipv6: isIPv6,
  CIDRv4: cidr4,
  CIDRv6: cidr6,
  CIDR: (text) => cidr4(text) || cidr6(text),
  'pve-ipv4-config': (text) => ['dhcp', 'manual'].includes(text) || cidr4(text),
  'pve-ipv6-config': (text) => ['auto', 'dhcp', 'manual'].includes(text) || cidr6(text),
  ipv4mask: (text) => isIPv4(text),
  'pve-vmid': (text) => /^[1-9][0-9]{2,8}$/.test(text),
  'pve-calendar-event': (text) => /^[A-Za-z0-9*/:,. -]{1,128}$/.test(text),
  'pve-sdn-subnet-id': (text) => cidr4(text) || cidr6(text) || /^[a-z0-9]+-[0-9a-fA-F.:]+-\d+$/i.test(text),
};

/** What is wrong with the parameters of a call, every one of them; the words are the product's. */
export function checkParameters(
  operation: Operation,
  given: Given,
  formats: Formats,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const parameter = parameterOf(operation, name);
    const problem = parameter === undefined ? undefinedKey : problemOf(parameter, value, formats, name);
    if (problem !== null) errors[name] = problem;
    const needed = parameter?.['x-requires'];
    if (needed !== undefined && given[needed] === undefined)
      errors[needed] = `missing property - '${name}' requires this property`;
  }
  for (const name of operation.required) if (given[name] === undefined) errors[name] = missing;
  return errors;
}

function problemOf(
  parameter: Parameter,
  value: string | readonly string[],
  formats: Formats,
  name: string,
): string | null {
  if (parameter.type === 'array') {
    for (const each of typeof value === 'string' ? [value] : value) {
      const problem = problemOf(parameter.items ?? {}, each, formats, name);
      if (problem !== null) return problem;
    }
    return null;
  }
  if (typeof value !== 'string') return `type check ('${parameter.type ?? 'string'}') failed - got a list`;
  return textProblem(parameter, value, formats, name);
}

const types: Readonly<Record<string, RegExp>> = {
  integer: /^[+-]?\d+$/,
  number: /^[+-]?\d+(\.\d*)?([eE][+-]?\d+)?$/,
  boolean: /^[01]$/,
};

function textProblem(parameter: Parameter, text: string, formats: Formats, name: string): string | null {
  const { type = 'string', minimum, maximum, minLength, maxLength, pattern } = parameter;
  if (types[type] && !types[type].test(text)) return `type check ('${type}') failed - got '${text}'`;
  if (minimum !== undefined && Number(text) < minimum) return `value must have a minimum value of ${minimum}`;
  if (maximum !== undefined && Number(text) > maximum) return `value must have a maximum value of ${maximum}`;
  if (maxLength !== undefined && text.length > maxLength)
    return `value may only be ${maxLength} characters long`;
  if (minLength !== undefined && text.length < minLength)
    return `value must be at least ${minLength} characters long`;
  const keys = parameter['x-property-string'] ?? formats[parameter.format ?? '']?.propertyString;
  if (keys !== undefined) return propertiesProblem(keys, text, formats, name);
  if (parameter.format !== undefined && !hasFormat(parameter.format, text, formats))
    return `invalid format - value does not look like a valid ${parameter.format}`;
  if (pattern !== undefined && !meetsPattern(pattern, text)) return 'value does not match the regex pattern';
  if (parameter.enum !== undefined && !parameter.enum.includes(text))
    return `value '${text}' does not have a value in the enumeration '${parameter.enum.join(', ')}'`;
  return null;
}

function hasFormat(format: string, text: string, formats: Formats): boolean {
  const own = formats[format];
  const test = known[format];
  if (test !== undefined) return test(text);
  if (own === undefined || Object.keys(own).length === 0 || (own.pattern === undefined && !own.enum)) {
    const [, base, suffix] = /^(.+)-(list|opt)$/.exec(format) ?? [];
    if (base === undefined) return true;
    if (suffix === 'opt') return text === '' || hasFormat(base, text, formats);
    return text
      .split(/[,;\s]+/)
      .filter((item) => item !== '')
      .slice(0, maxItems)
      .every((item) => hasFormat(base, item, formats));
  }
  if (own.enum !== undefined && !own.enum.includes(text)) return false;
  return (
    own.pattern === undefined || meetsPattern(own.pattern, format === 'pve-tag' ? text.toLowerCase() : text)
  );
}

function propertiesProblem(keys: Parameters, text: string, formats: Formats, name: string): string | null {
  const given: Record<string, string> = {};
  const wrong: Record<string, string> = {};
  const defaultKey = Object.entries(keys).find(([, key]) => key['x-default-key'])?.[0];
  for (const part of text.split(',').filter((each) => each !== '')) {
    const at = part.indexOf('=');
    const key = at < 0 ? defaultKey : part.slice(0, at);
    if (key === undefined)
      return 'invalid format - value without key, but schema does not define a default key\n';
    const { 'x-alias': alias, 'x-keyAlias': keyAlias } = Object.hasOwn(keys, key) ? (keys[key] ?? {}) : {};
    if (keyAlias !== undefined) given[keyAlias] = key;
    const target = alias ?? key;
    if (given[target] !== undefined)
      return `invalid format - duplicate key in comma-separated list property: ${target}\n`;
    given[target] = part.slice(at + 1);
  }
  for (const [key, value] of Object.entries(given)) {
    const parameter = Object.hasOwn(keys, key) ? keys[key] : undefined;
    const problem =
      parameter === undefined ? undefinedKey : textProblem(parameter, truth(parameter, value), formats, key);
    if (problem !== null) wrong[key] = problem;
  }
  for (const [key, parameter] of Object.entries(keys)) {
    const isNeeded = parameter.optional !== true && parameter['x-alias'] === undefined;
    if (isNeeded && given[key] === undefined) wrong[key] = missing;
  }
  const told = Object.entries(wrong).map(([key, problem]) => `${name}.${key}: ${problem}\n`);
  return told.length === 0 ? null : `invalid format - format error\n${told.join('')}`;
}

/** Inside a property string truth has more spellings. */
const truth = ({ type }: Parameter, value: string): string => {
  if (type !== 'boolean') return value;
  if (/^(1|on|yes|true)$/i.test(value)) return '1';
  return /^(0|off|no|false)$/i.test(value) ? '0' : value;
};
