import type { Format, Parameter } from './operations.ts';

type Schema = Readonly<Record<string, unknown>>;

const MAX_TEXT = 4_096;
/** Longest text that a pattern checks. */
const MAX_NAME = 1_024;
const MAX_NOTES = 65_536;
const MAX_ITEMS = 1_000;
/** Texts that may have lines. */
const notes = new Set(['description', 'notes-template', 'consent-text', 'comment', 'comments', 'comments6']);
const KEY_TEXTS = /keys|certificate|keyring|script/;

/** Schema of one parameter as far as its description settles it; the host decides the rest. */
export function fieldSchema(
  name: string,
  parameter: Parameter,
  formats: Readonly<Record<string, Format>>,
): Schema {
  const { type, items, minimum, maximum } = parameter;
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  if (type === 'boolean') return { enum: [true, false, 0, 1, '0', '1'] };
  if (type === 'integer') return whole(bounds);
  if (type === 'number') return { type: 'number', ...bounds };
  if (type === 'array')
    return { type: 'array', maxItems: MAX_ITEMS, items: fieldSchema(name, items ?? {}, formats) };
  if (parameter.enum !== undefined) return { enum: [...parameter.enum] };
  const written = text(name, parameter, formats[parameter.format ?? ''] ?? {});
  // `memory=2048`: where a number alone stands for the whole, it may be given as one.
  const keys = Object.values(parameter['x-property-string'] ?? {});
  const isNumber = keys.some((key) => key['x-default-key'] && key.type === 'integer');
  return isNumber
    ? { anyOf: [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, written] }
    : written;
}

/** A number as a number or as text; limits hold for numbers, and text is left to the host beyond its length. */
const whole = (bounds: Schema): Schema => ({
  anyOf: [
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...bounds },
    { type: 'string', pattern: '^-?[0-9]{1,15}$' },
  ],
});

function text(name: string, parameter: Parameter, format: Format): Schema {
  const { pattern = format.pattern, minLength = format.minLength } = parameter;
  if (format.enum !== undefined) return { enum: [...format.enum] };
  const isLong = notes.has(name) || KEY_TEXTS.test(name);
  // A pattern that ignores case has no form here, and is left to the host.
  const isChecked = pattern !== undefined && parameter['x-pattern-flags'] === undefined;
  const most = isLong ? MAX_NOTES : isChecked ? MAX_NAME : MAX_TEXT;
  const maxLength = Math.min(most, parameter.maxLength ?? format.maxLength ?? most);
  const oneLine = isLong ? {} : { pattern: '^[^\\u0000-\\u001f\\u007f]*$' };
  return {
    type: 'string',
    maxLength,
    ...(minLength === undefined ? {} : { minLength }),
    ...(isChecked ? { pattern } : oneLine),
    ...(parameter.format === undefined ? {} : { description: parameter.format }),
  };
}
