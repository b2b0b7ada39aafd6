import { useContext, useState } from 'react';
import { Checkbox } from '../../controls/checkbox.tsx';
import { ListField } from '../../controls/list-field.tsx';
import { NumberField } from '../../controls/number-field.tsx';
import { SelectField } from '../../controls/select-field.tsx';
import { SuggestionField } from '../../controls/suggestion-field.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { WordsField } from '../../controls/words-field.tsx';
import { defineTexts, useTexts } from '../../text/texts.ts';
import { valueText } from '../../values/value-text.ts';
import { flagOf, flagValue } from './flags.ts';
import { hintOf } from './hints.ts';
import { type FormSchema, readSchema } from './schema.ts';
import { DeviceValues } from './schema-controls.ts';

const texts = defineTexts({
  en: {
    none: '– none –',
    empty: '(empty)',
    json: 'This is no JSON.',
    range: (from: string, to: string) => `${from} to ${to}`,
    several: 'Several are separated by commas.',
    kept: 'A secret that is set. It stays as it is unless you write another one.',
  },
  de: {
    none: '– keins –',
    empty: '(leer)',
    json: 'Das ist kein JSON.',
    range: (from: string, to: string) => `${from} bis ${to}`,
    several: 'Mehrere werden durch Kommas getrennt.',
    kept: 'Ein gesetztes Geheimnis. Es bleibt, wie es ist, solange Sie kein anderes eintragen.',
  },
});

export interface ValueControlProps {
  readonly label: string;
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly error: string | undefined;
  /** Undefined leaves the property out. */
  set(value: unknown): void;
}

const LONG_TEXT = 400;
/** In the place of a secret that the platform does not show. */
const MARKER = '[redacted]';

/** The control of one value that is no object. */
export function ValueControl({ label: name, schema, value, isRequired, error, set }: ValueControlProps) {
  const t = useTexts(texts);
  const isOfDevice = useContext(DeviceValues);
  const { kind, choices, isNullable, schema: own } = readSchema(schema, value);
  const { suggestions, isSeveral, isList, text, unit } = hintOf(own);
  const range =
    own.minimum === undefined && own.maximum === undefined
      ? undefined
      : t.range(String(own.minimum ?? '…'), String(own.maximum ?? '…'));
  const kept = value === MARKER ? t.kept : undefined;
  const several = isList ? t.several : undefined;
  const hint = [text, several, range, kept].filter((each) => each !== undefined).join(' ') || undefined;
  const label = unit === undefined ? name : `${name} (${unit})`;
  const shared = { label, hint, error, isRequired };
  const nothing = isNullable ? null : undefined;
  if (kind === 'choice')
    return (
      <ChoiceControl
        {...shared}
        choices={choices}
        value={value}
        isLeavable={isNullable || !isRequired}
        none={nothing}
        set={set}
      />
    );
  if (kind === 'switch' || kind === 'flag') {
    const isOn = kind === 'flag' ? flagOf(value) : value;
    return (
      <div className="field">
        <Checkbox
          isSelected={isOn === true}
          isIndeterminate={isOn === undefined}
          onChange={(next) => set(kind === 'flag' ? flagValue(choices, value, next) : next)}
        >
          {label}
        </Checkbox>
        {hint === undefined ? null : <span className="field-hint">{hint}</span>}
        {error === undefined ? null : <span className="field-error">{error}</span>}
      </div>
    );
  }
  if (kind === 'number')
    return (
      <NumberField
        {...shared}
        value={typeof value === 'number' ? value : null}
        onChange={(number) => set(number ?? nothing)}
      />
    );
  if (kind === 'texts') return <TextsControl {...shared} schema={own} value={value} set={set} />;
  if (kind === 'text')
    return (
      <TextControl
        {...shared}
        schema={own}
        suggestions={suggestions}
        isSeveral={isSeveral}
        value={value}
        set={(typed) => set(typed === '' ? emptyText({ isNullable, isRequired, isOfDevice }) : typed)}
      />
    );
  return <JsonControl {...shared} value={value} set={set} fault={t.json} />;
}

/** Value of an emptied text: a device clears a field by null where it knows it, other forms leave it out. */
function emptyText(of: {
  isNullable: boolean;
  isRequired: boolean;
  isOfDevice: boolean;
}): '' | null | undefined {
  if (of.isNullable && (of.isOfDevice || !of.isRequired)) return null;
  return of.isOfDevice || of.isRequired ? '' : undefined;
}

interface Shared {
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly isRequired: boolean;
}

interface TextControlProps extends Shared {
  readonly schema: FormSchema;
  readonly suggestions: readonly string[];
  readonly isSeveral: boolean;
  readonly value: unknown;
  set(value: string): void;
}

function TextControl({ schema, suggestions, isSeveral, value, set, ...shared }: TextControlProps) {
  const isOfDevice = useContext(DeviceValues);
  const text = value === undefined || value === null ? '' : String(value);
  const offered = suggestions.map((word) => ({ value: word }));
  if (isSeveral)
    return (
      <WordsField
        {...shared}
        value={text === '' ? [] : text.split(',')}
        suggestions={offered}
        onChange={(chosen) => set(chosen.join(','))}
      />
    );
  if (offered.length > 0)
    return <SuggestionField {...shared} value={text} suggestions={offered} onChange={set} />;
  const isLong = !isOfDevice && (schema.maxLength ?? 0) > LONG_TEXT && schema.format === undefined;
  return (
    <TextField
      {...shared}
      isMultiline={text.includes('\n') || isLong}
      isMonospaced={schema.format !== undefined || value === MARKER}
      value={text}
      onChange={set}
    />
  );
}

interface TextsControlProps extends Shared {
  readonly schema: FormSchema;
  readonly value: unknown;
  set(value: readonly (string | number)[]): void;
}

const numberOrText = (text: string): string | number =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** Several texts or numbers; those of a fixed set are suggested. */
function TextsControl({ schema, value, set: setAll, ...shared }: TextsControlProps) {
  const list = Array.isArray(value) ? value.map(String) : [];
  const { choices, kind } = readSchema(schema.items ?? {});
  const isOfNumbers = kind === 'number' || choices.some((choice) => typeof choice === 'number');
  const set = (texts: readonly string[]) => setAll(isOfNumbers ? texts.map(numberOrText) : texts);
  if (choices.length === 0) return <ListField {...shared} value={list} onChange={set} />;
  return (
    <WordsField
      {...shared}
      value={list}
      suggestions={choices.map((choice) => ({ value: String(choice) }))}
      onChange={set}
    />
  );
}

interface ChoiceControlProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly isRequired: boolean;
  readonly choices: readonly unknown[];
  readonly value: unknown;
  readonly isLeavable: boolean;
  readonly none: null | undefined;
  set(value: unknown): void;
}

const NONE = 'none';

function ChoiceControl({ choices, value, isLeavable, none, set, ...shared }: ChoiceControlProps) {
  const t = useTexts(texts);
  const at = choices.indexOf(value);
  return (
    <SelectField
      {...shared}
      choices={[
        ...(isLeavable ? [{ value: NONE, label: t.none }] : []),
        ...choices.map((choice, place) => ({
          value: String(place),
          label: choice === '' ? t.empty : valueText(choice),
        })),
      ]}
      value={at === -1 ? NONE : String(at)}
      onChange={(chosen) => set(chosen === NONE ? none : choices[Number(chosen)])}
    />
  );
}

interface JsonControlProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly fault: string;
  set(value: unknown): void;
}

/** For what no control fits; keeps what is typed until it is JSON. */
function JsonControl({ value, set, fault, error, ...shared }: JsonControlProps) {
  const [typed, setTyped] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [isBroken, setBroken] = useState(false);
  const take = (text: string) => {
    setTyped(text);
    if (text.trim() === '') {
      setBroken(false);
      set(undefined);
      return;
    }
    try {
      set(JSON.parse(text));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <TextField
      {...shared}
      error={isBroken ? fault : error}
      isMultiline
      isMonospaced
      rows={4}
      value={typed}
      onChange={take}
    />
  );
}
