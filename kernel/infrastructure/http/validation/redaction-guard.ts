import { validationFailed } from '../../../errors/index.ts';
import {
  dotted,
  type FieldPath,
  isRedacted,
  isRedactedAddress,
  redactedIn,
} from '../../../telemetry/index.ts';

const MAX_NAMED = 100;

const isMarker = (value: unknown): boolean => isRedacted(value) || isRedactedAddress(value);

/**
 * Refuses bodies that bring back what is shown in the place of a secret: it would be stored, or sent on, as the value
 * (RULES R17). `kept` are the places at which a route puts back what is stored itself: dotted paths, `*` is one name
 * or position, a trailing `**` whatever is below.
 */
export function assertNothingRedacted(body: unknown, kept: readonly string[] = []): void {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || !holdsMarker(body)) return;
  const patterns = kept.map((pattern) => pattern.split('.'));
  const refused = redactedIn(body, isMarker).filter(
    (path) => !patterns.some((pattern) => isBelow(pattern, path)),
  );
  if (refused.length === 0) return;
  throw validationFailed({
    details: refused.slice(0, MAX_NAMED).map((path) => ({
      field: dotted(path),
      message:
        'stands in the place of a hidden value and is none itself; enter the value, or leave the field out',
      type: 'redacted',
    })),
  });
}

/** Without paths, since almost no body has one. */
function holdsMarker(body: object): boolean {
  const waiting: object[] = [body];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop())
    for (const value of Object.values(each)) {
      if (typeof value === 'string') {
        if (isMarker(value)) return true;
      } else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  return false;
}

function isBelow(pattern: readonly string[], path: FieldPath): boolean {
  const isOpen = pattern.at(-1) === '**';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? path.length <= fixed.length : path.length !== fixed.length) return false;
  return fixed.every((part, place) => part === '*' || part === String(path[place]));
}
