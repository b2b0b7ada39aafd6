import { type ApiPath, ReferenceField, type RowOf, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export interface Chosen {
  readonly id: string;
  readonly name: string;
}

export interface ChosenFieldProps<P extends ApiPath<'GET'>> {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  /** A list that takes `search`. */
  readonly path: P;
  nameOf(row: RowOf<P>): string;
  readonly value: readonly Chosen[];
  onChange(value: readonly Chosen[]): void;
}

/** Several of many rows, found by typing. */
export function ChosenField<P extends ApiPath<'GET'>>(props: ChosenFieldProps<P>) {
  const t = useTexts(texts);
  const { label, nameOf, value, onChange, ...field } = props;
  return (
    <div className="stack" data-gap="small">
      <ReferenceField
        {...field}
        label={label}
        nameOf={nameOf}
        value={null}
        clearsOnChoose
        onChange={(id, row) => {
          if (id === null || row === null || value.some((each) => each.id === id)) return;
          onChange([...value, { id, name: nameOf(row) }]);
        }}
      />
      {value.length === 0 ? null : (
        <ul className="words" aria-label={t.chosen(label)}>
          {value.map(({ id, name }) => (
            <li key={id} className="badge">
              {name}
              <button
                type="button"
                className="word-remove"
                aria-label={t.remove(name)}
                onClick={() => onChange(value.filter((each) => each.id !== id))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
