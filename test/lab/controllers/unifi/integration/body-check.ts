import { Refusal } from '../refusal.ts';
import { type DataSchema, fieldsOf, resolved, variantOf } from '../schema.ts';

type Row = Readonly<Record<string, unknown>>;

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
};

/** Holds a body of the integration interface against its schema; throws what the product answers. */
export function checkBody(schema: DataSchema, body: unknown): void {
  check(schema, body, '$');
}

export function check(given: DataSchema, value: unknown, at: string): void {
  const schema = resolved(given);
  if (schema.discriminator || schema.properties || schema.allOf || schema.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mismatch(at);
    const variant = variantOf(schema, value as Row);
    if (variant === null) throw new Refusal(400, 'api.request.unknown-type-id', `Unknown type id at ${at}`);
    checkObject(variant, schema, value as Row, at);
  } else if (schema.type === 'array') checkArray(schema, value, at);
  else checkScalar(schema, value, at);
}

function checkObject(variant: DataSchema, union: DataSchema, value: Row, at: string): void {
  const { properties, required } = fieldsOf(variant);
  for (const name of fieldsOf(union).required) required.add(name);
  for (const [name, inner] of Object.entries(value)) {
    const field = properties[name] ?? resolved(union).properties?.[name];
    if (!field) throw new Refusal(400, 'api.request.unknown-property', `Unknown property ${at}.${name}`);
    if (inner !== null) check(field, inner, `${at}.${name}`);
  }
  for (const name of required)
    if (value[name] === undefined || value[name] === null) throw invalid(`${at}.${name} must not be null`);
}

function checkArray({ items, minItems }: DataSchema, value: unknown, at: string): void {
  if (!Array.isArray(value)) throw mismatch(at);
  if (minItems !== undefined && value.length < minItems) throw invalid(`${at} is too short`);
  if (items) for (const [index, each] of value.entries()) check(items, each, `${at}[${index}]`);
}

function checkScalar(schema: DataSchema, value: unknown, at: string): void {
  if (schema.enum && !schema.enum.includes(value)) throw mismatch(at);
  if (schema.type === undefined) return;
  const kind = schema.type === 'integer' || schema.type === 'number' ? 'number' : schema.type;
  if (typeof value !== kind) throw mismatch(at);
  if (schema.type === 'integer' && !Number.isInteger(value)) throw mismatch(at);
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum)
      throw invalid(`${at} is below ${schema.minimum}`);
    if (schema.maximum !== undefined && value > schema.maximum)
      throw invalid(`${at} is above ${schema.maximum}`);
  }
  if (typeof value === 'string') {
    if (schema.minLength !== undefined && value.length < schema.minLength)
      throw invalid(`${at} is too short`);
    if (schema.maxLength !== undefined && value.length > schema.maxLength) throw invalid(`${at} is too long`);
    const format = formats[schema.format ?? ''];
    if (format && !format.test(value)) throw mismatch(at);
  }
}

const mismatch = (at: string): Refusal =>
  new Refusal(400, 'api.request.argument-type-mismatch', `Wrong value at ${at}`);
const invalid = (message: string): Refusal => new Refusal(400, 'api.request.error', message);
