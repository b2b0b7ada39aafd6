/**
 * Marks an object whose content must never be printed. `Secret` of `kernel/secrets` carries it; the
 * symbol is registered, so that this room need not import one below it (RULES R12).
 */
export const SECRET_MARK: unique symbol = Symbol.for('patchbay.secret');

export const isMarkedSecret = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && SECRET_MARK in value;

/** Field names whose values never leave in an event (SPEC 6.3.5). */
export const SECRET_FIELD_NAMES: readonly string[] = Object.freeze([
  'password',
  'hashed_password',
  'secret',
  'api_key',
  'api_secret',
  'client_secret',
  'token',
  'access_token',
  'refresh_token',
  'private_key',
  'ssh_key',
  'mfa_secret',
  'mfa_backup_codes',
  'credentials',
  'cookie',
  'session_token',
  'encryption_key',
]);

/** `accessToken`, `Access-Token` and `ACCESS_TOKEN` are one name (DECISIONS 39). */
export const foldFieldName = (name: string): string =>
  (/^[a-z0-9]*$/.test(name) ? name : name.replace(/[^\p{L}\p{N}]/gu, '')).toLowerCase();

const eventNames = new Set(SECRET_FIELD_NAMES.map(foldFieldName));

/** Bounds the memory of folded names; names of fields are few, names made up by callers are not. */
const REMEMBERED_NAMES = 5_000;
const remembered = new Map<string, boolean>();

/** True for the names of SPEC 6.3.5, whatever their case and word separators. */
export function isSecretField(name: string): boolean {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const answer = eventNames.has(foldFieldName(name));
  if (remembered.size >= REMEMBERED_NAMES) remembered.clear();
  if (name.length <= 128) remembered.set(name, answer);
  return answer;
}

const logOnly =
  /(password|passphrase|secret|token|cookie|credentials?|apikey|privatekey|sshkey|encryptionkey|backupcodes)$/;
const logOnlyNames = new Set([
  'authorization',
  'proxyauthorization',
  'pin',
  'otp',
  'totp',
  'signature',
  'csrf',
]);

/** Logs hide more: every field that ends in such a word. */
export function isSecretLogField(name: string): boolean {
  if (isSecretField(name)) return true;
  const folded = foldFieldName(name.slice(0, 256));
  return logOnlyNames.has(folded) || logOnly.test(folded);
}
