import { type FormSchema, propertyOf, resolveSchema } from '@patchbay/console-kit';
import type { Values } from './payload.ts';
import type { Feature, Operation } from './place.ts';

/** Schema of the payload of an operation. */
export function payloadSchema(feature: Feature, operation: Operation): FormSchema {
  const schema = feature.payload_schema[operation];
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? { ...schema } : {};
}

/** Whether a field can be written at all; by the schema of what changes an object, else of what makes one. */
export function writableFields(feature: Feature): (field: string) => boolean {
  const operation = feature.operations.includes('update') ? 'update' : 'create';
  const schema = resolveSchema(payloadSchema(feature, operation), {});
  return (field) => propertyOf(schema, field) !== undefined;
}

/** Whether the payload of an operation has such a field, with these values beside it. */
export function knownFields(schema: FormSchema, values: Values): (field: string) => boolean {
  const resolved = resolveSchema(schema, values);
  return (field) => propertyOf(resolved, field) !== undefined;
}
