const CONTROLS = /\p{C}/u;

/** Text of another system as it may be stored and shown; null for anything else, or too much of it. */
export function assertedText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text.length > maxLength || CONTROLS.test(text) ? null : text;
}

/** A name that must be taken letter by letter, or null. */
export const assertedName = (value: unknown, maxLength: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxLength && !CONTROLS.test(value)
    ? value
    : null;

const MAX_EMAIL_LENGTH = 254;

/** An address, roughly: one sign between two parts, and no blanks. */
export function assertedEmail(value: unknown): string | null {
  const text = assertedText(value, MAX_EMAIL_LENGTH);
  return text !== null && /^[^\s@]+@[^\s@]+$/u.test(text) ? text : null;
}

const MAX_GROUPS = 1_000;
const MAX_GROUP_LENGTH = 500;

/** One group or several. */
export const assertedGroups = (value: unknown): readonly string[] =>
  [value]
    .flat()
    .slice(0, MAX_GROUPS)
    .map((each) => assertedText(each, MAX_GROUP_LENGTH))
    .filter((each) => each !== null);
