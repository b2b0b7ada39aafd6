import type { BodyOf } from '@patchbay/client';

export type CustomFields = NonNullable<BodyOf<'PATCH', '/devices/{device_id}'>['custom_fields']>;
type Value = CustomFields[string];

/** A row of the form; `kind` says as what the text is kept. */
export interface CustomEntry {
  readonly name: string;
  readonly text: string;
  readonly former: Value | undefined;
}

const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Rows of the form from what the platform keeps. */
export const entriesOf = (fields: Readonly<Record<string, unknown>>): readonly CustomEntry[] =>
  Object.entries(fields).map(([name, value]) => {
    const former = isValue(value) ? value : JSON.stringify(value);
    return { name, text: former === null ? '' : String(former), former };
  });

/** A text keeps the kind that its value had: a number stays one while it is written as one. */
export function keptValue({ text, former }: CustomEntry): Value {
  if (former !== undefined && text === (former === null ? '' : String(former))) return former;
  if (typeof former === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof former === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Fields as the platform takes them; entries without a name are left out. */
export const fieldsOf = (entries: readonly CustomEntry[]): CustomFields =>
  Object.fromEntries(
    entries.filter(({ name }) => name !== '').map((entry) => [entry.name, keptValue(entry)]),
  );

/** Whether two entries have the same name, so that one would be lost. */
export const hasTwins = (entries: readonly CustomEntry[]): boolean => {
  const names = entries.map(({ name }) => name).filter((name) => name !== '');
  return new Set(names).size < names.length;
};
