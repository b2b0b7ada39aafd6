import { Button } from '../controls/button.tsx';
import { ListField } from '../controls/list-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { SuggestionField } from '../controls/suggestion-field.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { valueText } from '../values/value-text.ts';
import {
  type ConditionDraft,
  kindOfType,
  OPERATORS,
  type Operator,
  takesList,
  takesText,
  VALUE_KINDS,
  type ValueKind,
} from './model/conditions.ts';
import type { SchemaField } from './model/schema-fields.ts';
import { texts } from './texts.ts';

export interface ConditionRowProps {
  readonly number: number;
  readonly row: ConditionDraft;
  readonly fields: readonly SchemaField[];
  readonly error: string | undefined;
  onChange(row: ConditionDraft): void;
  remove(): void;
}

/** Field, operator and value of one condition. */
export function ConditionRow({ number, row, fields, error, onChange, remove }: ConditionRowProps) {
  const t = useTexts(texts);
  const known = fields.find(({ path }) => path === row.field);
  const set = (change: Partial<ConditionDraft>) => onChange({ ...row, ...change });
  const setField = (field: string) => {
    const kind = kindOfType(fields.find(({ path }) => path === field)?.type ?? '');
    set({ field, ...(kind === null ? {} : { kind }) });
  };
  return (
    <fieldset className="panel stack" data-gap="small">
      <legend>{t.condition(number)}</legend>
      <SuggestionField
        label={t.field}
        hint={known?.description || undefined}
        value={row.field}
        onChange={setField}
        suggestions={fields.map(({ path, type }) => ({ value: path, label: type }))}
      />
      <SelectField
        label={t.operator}
        choices={OPERATORS.map((operator) => ({ value: operator, label: t[`op_${operator}`] }))}
        value={row.operator}
        onChange={(operator) =>
          set({ operator: operator as Operator, texts: textsFor(operator as Operator, row) })
        }
      />
      <ConditionValue row={row} known={known} error={error} set={set} />
      <div>
        <Button variant="quiet" onPress={remove} aria-label={t.remove_condition(number)}>
          {t.remove_condition(number)}
        </Button>
      </div>
    </fieldset>
  );
}

/** A list keeps its entries; other operators the first. */
const textsFor = (operator: Operator, { texts: given }: ConditionDraft): readonly string[] =>
  takesList(operator) ? given : [given[0] ?? ''];

interface ConditionValueProps {
  readonly row: ConditionDraft;
  readonly known: SchemaField | undefined;
  readonly error: string | undefined;
  set(change: Partial<ConditionDraft>): void;
}

function ConditionValue({ row, known, error, set }: ConditionValueProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [text = ''] = row.texts;
  if (row.operator === 'exists')
    return (
      <SelectField
        label={t.value}
        choices={[
          { value: 'true', label: w.yes },
          { value: 'false', label: w.no },
        ]}
        value={text === 'false' ? 'false' : 'true'}
        onChange={(chosen) => set({ texts: [chosen] })}
      />
    );
  const isKindOpen = !takesText(row.operator) && kindOfType(known?.type ?? '') === null;
  const kind = isKindOpen ? (
    <SelectField
      label={t.value_kind}
      choices={VALUE_KINDS.map((each) => ({ value: each, label: t[`kind_${each}`] }))}
      value={row.kind}
      onChange={(chosen) => set({ kind: chosen as ValueKind })}
    />
  ) : null;
  const choices = (known?.choices ?? []).filter((choice) => choice !== null);
  if (takesList(row.operator))
    return (
      <>
        {kind}
        <ListField
          label={t.value}
          hint={
            choices.length === 0 ? t.values_hint : `${t.values_hint} ${choices.map(valueText).join(', ')}`
          }
          error={error}
          value={row.texts}
          onChange={(list) => set({ texts: list })}
        />
      </>
    );
  return (
    <>
      {kind}
      <OneValue row={row} choices={choices} error={error} set={set} />
    </>
  );
}

interface OneValueProps extends Omit<ConditionValueProps, 'known'> {
  readonly choices: readonly unknown[];
}

function OneValue({ row, choices, error, set }: OneValueProps) {
  const t = useTexts(texts);
  const [text = ''] = row.texts;
  const isText = takesText(row.operator);
  if (row.kind === 'null' && !isText) return null;
  if (row.kind === 'boolean' && !isText)
    return (
      <SelectField
        label={t.value}
        error={error}
        choices={['true', 'false'].map((each) => ({ value: each, label: each }))}
        value={text === 'true' ? 'true' : 'false'}
        onChange={(chosen) => set({ texts: [chosen] })}
      />
    );
  const label = { label: t.value, error, value: text, onChange: (typed: string) => set({ texts: [typed] }) };
  if (choices.length > 0)
    return <SuggestionField {...label} suggestions={choices.map((choice) => ({ value: String(choice) }))} />;
  return (
    <TextField {...label} {...(row.kind === 'number' && !isText ? { inputMode: 'decimal' as const } : {})} />
  );
}
