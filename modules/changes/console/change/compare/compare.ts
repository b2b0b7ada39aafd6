/** Values of one object by field. */
export type Values = Readonly<Record<string, unknown>>;

/** One side of a comparison: values, an object that is not there, or nothing known. */
export type Side = Values | null | undefined;

export interface Compared {
  readonly field: string;
  readonly now: unknown;
  readonly staged: unknown;
  readonly former: unknown;
  /** The write names it. */
  readonly isTouched: boolean;
  /** Applying it makes it another value. */
  readonly isChanged: boolean;
  /** It is another value than when the write was staged. */
  readonly isMoved: boolean;
}

export interface Comparison {
  readonly operation: 'create' | 'update' | 'delete';
  readonly payload: Values;
  /** With words in the place of secrets. */
  readonly diff: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly now: Side;
  readonly former: Side;
  /** Fields that the platform names as moved; where it does not say, they are compared. */
  readonly moved: readonly string[];
}

/** Words of the platform in the place of secrets. */
export const SECRET_STAYS = 'secret: unchanged';
export const SECRET_CHANGES = 'secret: will change';
export const REDACTED = '[redacted]';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};

/** Vendors print numbers and truth values as text; absent, null and empty are one. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null)
    return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
  return String(one ?? '') === String(other ?? '');
}

const own = (side: Side, field: string): unknown =>
  side !== null && side !== undefined && Object.hasOwn(side, field) ? side[field] : undefined;

/** Value that is sent for a field: a secret as words, nothing for a deleted field. */
function stagedOf({ operation, payload, diff, now }: Comparison, field: string): unknown {
  if (operation === 'delete') return undefined;
  const told = diff.find((entry) => entry.field === field);
  if (told !== undefined) return told.after;
  return Object.hasOwn(payload, field) ? payload[field] : own(now, field);
}

function changes(staged: unknown, now: unknown): boolean {
  if (staged === SECRET_STAYS) return false;
  return staged === SECRET_CHANGES || !sameValue(staged, now);
}

/** Every field of an object that a write touches, those that change first, then those that moved. */
export function compareFields(comparison: Comparison): readonly Compared[] {
  const { operation, payload, diff, now, former, moved } = comparison;
  const touched = new Set(operation === 'delete' ? Object.keys(now ?? {}) : Object.keys(payload));
  for (const { field } of diff) touched.add(field);
  const fields = new Set([...touched, ...moved, ...Object.keys(now ?? {}), ...Object.keys(former ?? {})]);
  const rows = [...fields].map((field): Compared => {
    const isTouched = touched.has(field);
    const row = {
      field,
      now: own(now, field),
      staged: stagedOf(comparison, field),
      former: own(former, field),
    };
    return {
      ...row,
      isTouched,
      isChanged: isTouched && changes(row.staged, row.now),
      isMoved: moved.includes(field),
    };
  });
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const rankOf = ({ isChanged, isTouched, isMoved }: Compared): number =>
  isChanged ? 0 : isTouched ? 1 : isMoved ? 2 : 3;

/** Before and after of a push: fields that differ first. */
export function compareDone(
  before: Side,
  after: Side,
  comparison: Omit<Comparison, 'now' | 'former' | 'moved'>,
) {
  return compareFields({ ...comparison, now: after, former: before, moved: [] })
    .map((row) => ({ ...row, isChanged: !sameValue(row.former, row.now) }))
    .toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged));
}

/** Whether the device shows every staged value already; undefined where that cannot be said. */
export function isAsStaged(rows: readonly Compared[], { operation, now }: Comparison): boolean | undefined {
  if (now === undefined) return undefined;
  if (operation === 'delete') return now === null;
  const told = rows.filter(({ isTouched, staged }) => isTouched && staged !== SECRET_CHANGES);
  return told.length === 0 ? undefined : told.every(({ isChanged }) => !isChanged);
}
