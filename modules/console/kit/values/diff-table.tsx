import { defineTexts, useTexts } from '../text/texts.ts';
import { valueText } from './value-text.ts';

const texts = defineTexts({
  en: { field: 'Field', unchanged: 'unchanged', empty: 'No field differs.' },
  de: { field: 'Feld', unchanged: 'unverändert', empty: 'Kein Feld weicht ab.' },
});

export interface DiffColumn {
  readonly title: string;
  /** Values by field; a missing one is shown as a dash. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface DiffTableProps {
  readonly label: string;
  readonly columns: readonly DiffColumn[];
  readonly fields: readonly string[];
  /** Fields whose values are marked as different. */
  isChanged(field: string): boolean;
}

/** Values of several sides, field by field. Differences are told by a sign, not by colour alone. */
export function DiffTable({ label, columns, fields, isChanged }: DiffTableProps) {
  const t = useTexts(texts);
  if (fields.length === 0) return <p className="muted">{t.empty}</p>;
  return (
    <div className="table-frame">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t.field}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className={isChanged(field) ? 'diff-added' : undefined}>
              <th scope="row">
                {isChanged(field) ? '≠ ' : ''}
                <code>{field}</code>
              </th>
              {columns.map(({ title, values }) => (
                <td key={title}>
                  <code>{valueText(values[field])}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
