import { meetsPattern } from '../../vendor-pattern.ts';
import { invalidPayload } from '../refusal.ts';
import type { DataSchema } from '../schema.ts';

/** Holds known keys of a classic payload against their fields; unknown keys are kept by the product. */
export function checkFields(
  fields: Readonly<Record<string, DataSchema>>,
  body: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(body)) {
    const field = fields[name];
    if (field) checkField(name, field, value);
  }
}

function checkField(name: string, field: DataSchema, value: unknown): void {
  if (field.type === 'array') {
    if (!Array.isArray(value)) throw invalidPayload(name, 'array');
    for (const each of value) checkField(name, field.items ?? {}, each);
    return;
  }
  if (field.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalidPayload(name, 'object');
    for (const [inner, each] of Object.entries(value)) {
      const known = field.properties?.[inner];
      if (known) checkField(`${name}.${inner}`, known, each);
    }
    return;
  }
  if (!fits(field, value))
    throw invalidPayload(name, field.pattern ?? field.enum?.join('|') ?? field.type ?? '');
}

function fits(field: DataSchema, value: unknown): boolean {
  if (field.type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  if (text === '' && field.emptyAllowed) return true;
  if (field.enum) return field.enum.map(String).includes(text);
  const isNumber = field.type === 'integer' || field.type === 'number';
  if (isNumber && text !== '' && !Number.isFinite(Number(text))) return false;
  if (field.minLength !== undefined && text.length < field.minLength) return false;
  if (field.maxLength !== undefined && text.length > field.maxLength) return false;
  // The product matches the whole value.
  return field.pattern === undefined || meetsPattern(`^(?:${field.pattern})$`, text);
}
