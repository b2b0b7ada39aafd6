import { Ajv, type ValidateFunction } from 'ajv';

/** Vendors write for expressions without the `u` flag (`\-` in a class). */
const compiler = new Ajv({ unicodeRegExp: false });
/** As many as the published data names patterns. */
const compiled = new Map<string, ValidateFunction>();
const maxSubject = 1_024;

/** Whether a pattern of a vendor's published data meets the text, of which the first 1,024 characters are looked at. */
export function meetsPattern(pattern: string, text: string): boolean {
  const validate = compiled.get(pattern) ?? compiler.compile({ type: 'string', pattern });
  compiled.set(pattern, validate);
  return validate(text.slice(0, maxSubject));
}
