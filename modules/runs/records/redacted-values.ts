import { isSecretField, REDACTED, scrub } from '@patchbay/kernel/telemetry';
import { withoutCredentials } from './hidden-credentials.ts';

const MAX_KEPT_CHARACTERS = 32_768;
/** Names that carry credentials, beside those of SPEC 6.3.5. */
const CREDENTIAL =
  /^(proxy-)?authorization$|(^|[-_])(token|secret|password|passphrase|cookie|signature|api[-_]?key)$/i;
/** Characters that jsonb refuses: NUL and halves of surrogate pairs, as JSON writes them. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

const bounds = {
  isSecret: (name: string) => isSecretField(name) || CREDENTIAL.test(name),
  replacement: REDACTED,
  maxDepth: 64,
  maxNodes: 10_000,
  maxStringLength: 16_384,
};

/** A value as a run may show it to every member of the organization; too large a one is replaced by its size. */
export const redactedValue = (value: unknown): unknown => kept(value, (clean) => clean);

/**
 * Params of a step as a run may show them: beside what `keptValue` hides, values of headers and the credentials in
 * addresses, since these are their author's (SPEC 4.5).
 */
export const redactedParams = (params: unknown): unknown => kept(params, withoutCredentials);

function kept(value: unknown, hide: (clean: unknown) => unknown): unknown {
  if (value === null || value === undefined) return null;
  const clean = hide(scrub(value, bounds));
  const text = JSON.stringify(clean);
  if (text === undefined) return null;
  if (text.length > MAX_KEPT_CHARACTERS) return { truncated: true, characters: text.length };
  return UNSTORABLE.test(text) ? storable(text) : clean;
}

/** Text that PostgreSQL stores. */
export const redactedText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function storable(text: string): unknown {
  const clean: unknown = JSON.parse(text, (_key, value) =>
    typeof value === 'string' ? redactedText(value) : value,
  );
  return UNSTORABLE.test(JSON.stringify(clean)) ? { unprintable: true } : clean;
}

/** A kept value without markers of hidden or cut parts, so that no marker is taken for the value. */
export function withoutMarkers(kept: unknown): unknown {
  if (typeof kept === 'string') return kept.includes(bounds.replacement) ? undefined : kept;
  if (isCut(kept)) return undefined;
  if (typeof kept !== 'object' || kept === null) return kept;
  if (Array.isArray(kept)) return kept.map(withoutMarkers);
  const shown = Object.entries(kept).flatMap(([name, value]) => {
    const found = withoutMarkers(value);
    return found === undefined ? [] : [[name, found]];
  });
  return Object.fromEntries(shown);
}

const isCut = (kept: unknown): boolean =>
  typeof kept === 'object' && kept !== null && 'truncated' in kept && 'characters' in kept;
