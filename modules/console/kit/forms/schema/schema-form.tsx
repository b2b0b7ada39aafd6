import { useContext, useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { type Suggestion, SuggestionField } from '../../controls/suggestion-field.tsx';
import { Row, Stack } from '../../layout/layout.tsx';
import { defineTexts, useTexts } from '../../text/texts.ts';
import { words } from '../../text/words.ts';
import { resolveSchema } from './resolve-schema.ts';
import { type FormSchema, firstValue, patternsOf, propertyOf, readSchema } from './schema.ts';
import { SchemaControls } from './schema-controls.ts';
import { ValueControl } from './value-control.tsx';

const texts = defineTexts({
  en: {
    add: 'Add a field',
    leave: (name: string) => `Leave ${name} out`,
    entry: (n: number) => `Entry ${n}`,
  },
  de: {
    add: 'Feld hinzufügen',
    leave: (name: string) => `${name} weglassen`,
    entry: (n: number) => `Eintrag ${n}`,
  },
});

export interface SchemaFormProps {
  readonly schema: FormSchema;
  readonly value: Readonly<Record<string, unknown>>;
  onChange(value: Readonly<Record<string, unknown>>): void;
  /** Faults by dotted path. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Path of this object within the whole. */
  readonly path?: string;
  /** Properties that are not shown. */
  readonly hidden?: readonly string[];
  /** With more optional properties than this they are added one by one. */
  readonly showsUpTo?: number;
}

/**
 * A form of an object's properties, made from its JSON Schema; what is optional may be left out. Fields that depend on
 * others by conditions of the schema come and go with them.
 */
export function SchemaForm({
  schema: given,
  value,
  onChange,
  errors = {},
  path = '',
  hidden = [],
  showsUpTo = 8,
}: SchemaFormProps) {
  const schema = resolveSchema(given, value);
  const named = Object.entries(schema.properties ?? {});
  const others = Object.keys(value).flatMap((key): [string, FormSchema][] => {
    const inner = schema.properties?.[key] === undefined ? propertyOf(schema, key) : undefined;
    return inner === undefined ? [] : [[key, inner]];
  });
  const properties = [...named, ...others].filter(([key]) => !hidden.includes(key));
  const isOpen = Object.keys(patternsOf(schema)).length > 0;
  const required = new Set(schema.required ?? []);
  const showsAll = properties.length - required.size <= showsUpTo;
  // Objects that are not there are not begun by being shown.
  const isShown = ([key, inner]: readonly [string, FormSchema]) =>
    required.has(key) || key in value || (showsAll && !isNested(inner));
  const left = properties.filter((property) => !isShown(property));
  const set = (key: string, next: unknown) => onChange({ ...value, [key]: next });
  const leave = (key: string) =>
    onChange(Object.fromEntries(Object.entries(value).filter(([each]) => each !== key)));
  return (
    <Stack>
      {properties.filter(isShown).map(([key, inner]) => (
        <Property
          key={key}
          name={key}
          schema={inner}
          value={value[key]}
          isRequired={required.has(key)}
          errors={errors}
          path={path === '' ? key : `${path}.${key}`}
          set={(next) => (next === undefined ? leave(key) : set(key, next))}
          {...(required.has(key) || !(key in value) ? {} : { leave: () => leave(key) })}
        />
      ))}
      {left.length === 0 && !isOpen ? null : (
        <AddProperty
          properties={left.map(([key, inner]) => [key, inner.title ?? key])}
          isFree={isOpen}
          fits={(key) => !(key in value) && propertyOf(schema, key) !== undefined}
          add={(key) => set(key, firstValue(propertyOf(schema, key) ?? {}))}
        />
      )}
    </Stack>
  );
}

const isNested = (schema: FormSchema): boolean => ['object', 'objects'].includes(readSchema(schema).kind);

interface PropertyProps {
  readonly name: string;
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly path: string;
  set(value: unknown): void;
  leave?(): void;
}

function Property({ name, schema, value, isRequired, errors, path, set, leave }: PropertyProps) {
  const t = useTexts(texts);
  const { kind, schema: own } = readSchema(schema, value);
  const label = own.title ?? name;
  const error = errors[path];
  const drawn = useContext(SchemaControls)({ label, schema, path, value, isRequired, error, set });
  if (kind === 'object' && drawn === null)
    return (
      <fieldset className="panel">
        <legend>{label}</legend>
        <SchemaForm schema={own} value={objectOf(value)} onChange={set} errors={errors} path={path} />
        {leave === undefined ? null : <LeaveOut label={label} leave={leave} />}
      </fieldset>
    );
  if (kind === 'objects' && drawn === null)
    return (
      <Entries
        label={label}
        schema={own.items ?? {}}
        value={value}
        errors={errors}
        path={path}
        set={set}
        {...(leave === undefined ? {} : { leave })}
      />
    );
  return (
    <Row>
      <div style={{ flex: 1, minWidth: 0 }}>
        {drawn ?? (
          <ValueControl
            label={label}
            schema={schema}
            value={value}
            isRequired={isRequired}
            error={error}
            set={set}
          />
        )}
      </div>
      {leave === undefined ? null : (
        <Button variant="quiet" isIcon aria-label={t.leave(label)} onPress={leave}>
          ×
        </Button>
      )}
    </Row>
  );
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

function LeaveOut({ label, leave }: { readonly label: string; leave(): void }) {
  const t = useTexts(texts);
  return (
    <Button variant="quiet" onPress={leave}>
      {t.leave(label)}
    </Button>
  );
}

interface EntriesProps {
  readonly label: string;
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly errors: Readonly<Record<string, string>>;
  readonly path: string;
  set(value: unknown): void;
  leave?(): void;
}

/** A list of objects. */
function Entries({ label, schema, value, errors, path, set, leave }: EntriesProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset className="panel stack" data-gap="small">
      <legend>{label}</legend>
      {entries.map((entry, at) => (
        <fieldset key={String(at)} className="panel">
          <legend>{t.entry(at + 1)}</legend>
          <SchemaForm
            schema={schema}
            value={objectOf(entry)}
            errors={errors}
            path={`${path}.${at}`}
            onChange={(next) => set(entries.with(at, next))}
          />
          <Button variant="quiet" onPress={() => set(entries.toSpliced(at, 1))}>
            {w.remove}
          </Button>
        </fieldset>
      ))}
      <div>
        <Button onPress={() => set([...entries, firstValue(schema)])}>{w.add}</Button>
        {leave === undefined ? null : <LeaveOut label={label} leave={leave} />}
      </div>
    </fieldset>
  );
}

interface AddPropertyProps {
  readonly properties: readonly (readonly [key: string, title: string])[];
  /** Names that fit a pattern may be typed. */
  readonly isFree: boolean;
  fits(key: string): boolean;
  add(key: string): void;
}

const suggestionOf = ([value, title]: readonly [key: string, title: string]): Suggestion =>
  value === title ? { value } : { value, label: title };

function AddProperty({ properties, isFree, fits, add }: AddPropertyProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [typed, type] = useState('');
  if (properties.length === 0 && !isFree) return null;
  // A title may be typed in the place of the name.
  const keyOf = (text: string) => properties.find((pair) => pair.includes(text))?.[0] ?? text;
  const take = (text: string) => {
    if (!fits(keyOf(text))) return;
    add(keyOf(text));
    type('');
  };
  return (
    <div className="toolbar">
      <SuggestionField
        label={t.add}
        value={typed}
        onChange={type}
        suggestions={properties.map(suggestionOf)}
        onTake={take}
      />
      <Button isDisabled={!fits(keyOf(typed))} onPress={() => take(typed)}>
        {w.add}
      </Button>
    </div>
  );
}
