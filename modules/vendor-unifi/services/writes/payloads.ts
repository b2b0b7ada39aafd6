import Type, { type TSchema } from 'typebox';

/** Payload without fields. */
export const emptyPayload: TSchema = Object.freeze({
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
});

/** A closed object; `required` names what cannot be left out. */
export const payload = (
  properties: Readonly<Record<string, TSchema>>,
  required: readonly string[] = [],
): TSchema =>
  Type.Unsafe({ type: 'object', properties, required: [...required], additionalProperties: false });

export const words = (...values: readonly (string | boolean)[]): TSchema =>
  Type.Unsafe({ enum: [...values] });

export const macAddress = Type.String({ pattern: '^([0-9A-Fa-f]{2}[:]){5}[0-9A-Fa-f]{2}$', maxLength: 17 });
