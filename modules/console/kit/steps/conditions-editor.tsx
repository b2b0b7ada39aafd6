import { Button } from '../controls/button.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { Stack } from '../layout/layout.tsx';
import { useTexts } from '../text/texts.ts';
import { ConditionRow } from './condition-row.tsx';
import { type ConditionDraft, type ConditionsDraft, newCondition } from './model/conditions.ts';
import { type Finding, findingsAt } from './model/findings.ts';
import type { SchemaField } from './model/schema-fields.ts';
import { texts } from './texts.ts';

export interface ConditionsEditorProps {
  readonly value: ConditionsDraft;
  onChange(value: ConditionsDraft): void;
  /** Fields that the events' payloads have. */
  readonly fields: readonly SchemaField[];
  readonly findings?: readonly Finding[];
}

/** Conditions: how they are joined, and one row each. */
export function ConditionsEditor({ value, onChange, fields, findings = [] }: ConditionsEditorProps) {
  const t = useTexts(texts);
  const set = (rows: readonly ConditionDraft[]) => onChange({ ...value, rows });
  const faults = findingsAt(findings, 'conditions');
  return (
    <Stack>
      {value.rows.length === 0 ? <p className="muted">{t.no_conditions}</p> : null}
      {value.rows.length < 2 ? null : (
        <SelectField
          label={t.logic}
          choices={[
            { value: 'and', label: t.logic_and },
            { value: 'or', label: t.logic_or },
          ]}
          value={value.logic}
          onChange={(logic) => onChange({ ...value, logic: logic === 'or' ? 'or' : 'and' })}
        />
      )}
      {value.rows.map((row, index) => (
        <ConditionRow
          key={row.key}
          number={index + 1}
          row={row}
          fields={fields}
          error={faults.find(({ field }) => field.startsWith(`conditions.conditions.${index}.`))?.message}
          onChange={(next) => set(value.rows.with(index, next))}
          remove={() => set(value.rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button onPress={() => set([...value.rows, newCondition()])}>{t.add_condition}</Button>
      </div>
    </Stack>
  );
}
