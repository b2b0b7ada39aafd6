/** Fault in an answer of the console. */
export interface SaidError {
  /** `api.err.InvalidPayload`, `api.request.unknown-property` … */
  readonly code: string | undefined;
  /** Field and reason, bounded and without control characters. */
  readonly words: string | undefined;
}

const MAX_WORDS = 300;

/** Reads the four shapes: integration, classic, newer private calls, and the console's own front. */
export function codeIn(body: string): SaidError {
  const parsed = objectOf(parse(body));
  const meta = objectOf(parsed['meta']);
  const gate = objectOf(parsed['error']);
  const field = objectOf(meta['validationError'])['field'];
  const code = text(meta['msg']) ?? text(parsed['code']) ?? text(gate['message']);
  const words = text(field) ?? text(parsed['message']);
  return { code: bounded(code), words: bounded(words === code ? undefined : words) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

// Control characters would break lines of logs and pages.
const bounded = (words: string | undefined): string | undefined =>
  words?.replace(/\p{Cc}/gu, ' ').slice(0, MAX_WORDS);
