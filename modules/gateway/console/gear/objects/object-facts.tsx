import { Disclosure, Facts, useTexts, valueText } from '@patchbay/console-kit';
import { isEmpty, type Values } from '../payload.ts';
import { texts } from '../texts.ts';

export interface ObjectFactsProps {
  readonly live: Values;
  /** Fields that the form shows already. */
  without?(field: string): boolean;
}

/** Fields of an object that cannot be written. */
export function ObjectFacts({ live, without = () => false }: ObjectFactsProps) {
  const t = useTexts(texts);
  const fields = Object.entries(live).filter(([field, value]) => !without(field) && !isEmpty(value));
  if (fields.length === 0) return null;
  return (
    <Disclosure title={t.read_only}>
      <Facts facts={fields.map(([field, value]) => [field, <code key={field}>{valueText(value)}</code>])} />
    </Disclosure>
  );
}
