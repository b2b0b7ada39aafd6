type Fields = Readonly<Record<string, unknown>>;

/** Values of a record by field, before and after. */
export interface RecordChange {
  readonly before: Fields;
  readonly after: Fields;
}

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;

/**
 * Records tell a change in one of three ways: `before` beside `after`, `before` beside the fields as they are now, and
 * `from` beside `to`. Null for records that tell none.
 */
export function changeOf(detail: Fields): RecordChange | null {
  const { before, after, from, to, ...rest } = detail;
  const earlier = fieldsOf(before);
  if (earlier !== null) return { before: earlier, after: fieldsOf(after) ?? rest };
  if (from === undefined || to === undefined) return null;
  const fromFields = fieldsOf(from);
  const toFields = fieldsOf(to);
  return fromFields !== null && toFields !== null
    ? { before: fromFields, after: toFields }
    : { before: { value: from }, after: { value: to } };
}

/** Fields of both sides in the order in which they come. */
export const fieldsIn = ({ before, after }: RecordChange): readonly string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];

export const differs = ({ before, after }: RecordChange, field: string): boolean =>
  JSON.stringify(before[field]) !== JSON.stringify(after[field]);

/** One record a line (JSON Lines). */
export const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
