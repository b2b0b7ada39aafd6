/** Any number of segments, none included. */
export const ANY: unique symbol = Symbol('**');
/** Exactly one segment. */
export const ONE: unique symbol = Symbol('*');

export type PatternSegment = string | typeof ANY | typeof ONE;

/** A parsed pattern over event types (DECISIONS 24). */
export interface Pattern {
  readonly text: string;
  readonly segments: readonly PatternSegment[];
  /** No wildcard in it: it names one event type. */
  readonly exact: boolean;
}

/** Counts what a match did; for proofs that no pattern makes it work more than it should. */
export interface Meter {
  steps: number;
}

/** Longest pattern a caller may bring (SPEC 6.3.4). */
export const MAX_PATTERN_LENGTH = 200;

const LITERAL = /^[A-Za-z0-9_-]+$/;

/**
 * `*` is one segment, a trailing `*` one or more, `**` any number; literals are whole segments and case counts.
 * Null for everything else: empty or partial segments, other characters, more than 200 characters.
 */
export function parsePattern(text: string): Pattern | null {
  if (text.length === 0 || text.length > MAX_PATTERN_LENGTH) return null;
  const words = text.split('.');
  const segments: PatternSegment[] = [];
  for (const [index, word] of words.entries()) {
    if (word === '**') pushAny(segments);
    else if (word === '*') pushOne(segments, index === words.length - 1);
    else if (LITERAL.test(word)) segments.push(word);
    else return null;
  }
  const exact = segments.every((segment) => typeof segment === 'string');
  return Object.freeze({ text, segments: Object.freeze(segments), exact });
}

function pushAny(segments: PatternSegment[]): void {
  if (segments.at(-1) !== ANY) segments.push(ANY);
}

/** `**.*` and `*.**` say the same; the one order keeps a single `ANY` in a run of wildcards. */
function pushOne(segments: PatternSegment[], trailing: boolean): void {
  const after = segments.at(-1) === ANY;
  if (after) segments.pop();
  segments.push(ONE);
  if (after || trailing) segments.push(ANY);
}

/** Splits an event type once, for matching it against many patterns. */
export const segmentsOf = (eventType: string): readonly string[] => eventType.split('.');

/** Does the pattern match the event type? Two pointers and one place to return to; never exponential (RULES R10). */
export function patternMatches(
  pattern: Pattern,
  eventType: string | readonly string[],
  meter?: Meter,
): boolean {
  if (pattern.exact && typeof eventType === 'string') {
    if (meter) meter.steps += 1;
    return pattern.text === eventType;
  }
  const wanted = pattern.segments;
  const given = typeof eventType === 'string' ? segmentsOf(eventType) : eventType;
  let at = 0;
  let index = 0;
  let afterAny = -1;
  let retryFrom = 0;
  while (index < given.length) {
    if (meter) meter.steps += 1;
    const segment = wanted[at];
    if (segment === ANY) {
      afterAny = ++at;
      retryFrom = index;
    } else if (segment !== undefined && (segment === ONE || segment === given[index])) {
      at += 1;
      index += 1;
    } else if (afterAny >= 0) {
      at = afterAny;
      index = ++retryFrom;
    } else return false;
  }
  while (wanted[at] === ANY) at += 1;
  return at === wanted.length;
}

/** True when the granted pattern matches every one of these event types. */
export const covers = (granted: Pattern, eventTypes: readonly string[]): boolean =>
  eventTypes.every((eventType) => patternMatches(granted, eventType));
