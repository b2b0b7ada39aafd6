import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { ListField } from '../controls/list-field.tsx';
import { TextField } from '../controls/text-field.tsx';
import { type ControlKind, type FormSchema, readSchema } from '../forms/schema/schema.ts';
import type { SchemaProperty } from '../forms/schema/schema-controls.ts';
import { ValueControl } from '../forms/schema/value-control.tsx';
import { useTexts } from '../text/texts.ts';
import { holdsTemplate, insertedAt, insertedIntoJson, templateOf } from './model/template-text.ts';
import type { ValueGroup } from './model/value-groups.ts';
import { ReferenceValue, referenceKindOf } from './reference-value.tsx';
import styles from './steps.module.css';
import { texts } from './texts.ts';
import { ValuePicker } from './value-picker.tsx';

export interface TemplatedControlProps extends SchemaProperty {
  readonly groups: readonly ValueGroup[];
}

/** Kinds that are texts as they are typed: a template goes where the caret is. */
const TYPED: ReadonlySet<ControlKind> = new Set(['text', 'texts', 'json']);
const NESTED: ReadonlySet<ControlKind> = new Set(['object', 'objects']);
const LONG_TEXT = 1_000;

/** Addresses have one line, however long they may be. */
const isLong = (path: string, { maxLength = 0, format }: FormSchema): boolean =>
  maxLength > LONG_TEXT && format === undefined && !/(^|[._])url$/.test(path);

/** The control of one value with a button for templates. What is nested is drawn by the form, property by property. */
export function TemplatedControl(props: TemplatedControlProps) {
  const { kind, schema } = readSchema(props.schema);
  if (TYPED.has(kind) && referenceKindOf(props.schema) === null)
    return <TypedControl {...props} kind={kind} />;
  if (holdsTemplate(props.value)) return <TemplateText {...props} />;
  const { label, groups, set } = props;
  const reference = referenceKindOf(props.schema);
  const hint = schema.description;
  return (
    <WithPicker label={label} groups={groups} onPick={(path) => set(templateOf(path))}>
      {reference === null ? (
        <ValueControl {...props} />
      ) : (
        <ReferenceValue kind={reference} {...props} {...(hint === undefined ? {} : { hint })} />
      )}
    </WithPicker>
  );
}

/** Whether the form draws the property itself. */
export const isNested = ({ schema, value }: SchemaProperty): boolean =>
  NESTED.has(readSchema(schema).kind) && !holdsTemplate(value);

interface WithPickerProps {
  readonly label: string;
  readonly groups: readonly ValueGroup[];
  onPick(path: string): void;
  readonly children: ReactNode;
}

const WithPicker = ({ children, ...picker }: WithPickerProps) => (
  <div className={styles['control']}>
    {children}
    <ValuePicker {...picker} />
  </div>
);

/** A template in place of a number, a choice, an id or an object. */
function TemplateText({ label, value, isRequired, error, set, groups }: TemplatedControlProps) {
  const t = useTexts(texts);
  return (
    <WithPicker label={label} groups={groups} onPick={(path) => set(templateOf(path))}>
      <TextField
        label={label}
        error={error}
        isRequired={isRequired}
        isMonospaced
        value={String(value)}
        onChange={(text) => set(text === '' ? undefined : text)}
        hint={
          <Button variant="quiet" onPress={() => set(undefined)}>
            {t.plain(label)}
          </Button>
        }
      />
    </WithPicker>
  );
}

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** The input that had the focus last: it keeps its caret while a value is picked. */
function useCaret() {
  const input = useRef<TextInput | null>(null);
  const note = ({ target, currentTarget }: FocusEvent) => {
    // Events of the picker come here, too: it is a part of the control, and elsewhere on the page.
    if (!currentTarget.contains(target)) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) input.current = target;
  };
  const caretIn = (text: string): readonly [from: number, to: number] => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    return [selectionStart ?? text.length, selectionEnd ?? text.length];
  };
  return [caretIn, note] as const;
}

interface FocusNoteProps {
  note(event: FocusEvent): void;
  readonly children: ReactNode;
}

function FocusNote({ note, children }: FocusNoteProps) {
  // biome-ignore lint/a11y/noStaticElementInteractions: hears which of its inputs has the focus, is no control itself
  return <div onFocus={note}>{children}</div>;
}

function TypedControl({ kind, ...props }: TemplatedControlProps & { readonly kind: ControlKind }) {
  const { label, groups, set, value } = props;
  const { schema, isNullable } = readSchema(props.schema);
  const [caretIn, note] = useCaret();
  const hint = schema.description;
  const shared = {
    label,
    error: props.error,
    isRequired: props.isRequired,
    ...(hint === undefined ? {} : { hint }),
  };
  const put = (text: string) =>
    set(text === '' && !props.isRequired ? (isNullable ? null : undefined) : text);
  const text = kind === 'texts' ? linesOf(value).join('\n') : textOf(value);
  if (kind === 'json')
    return (
      <FocusNote note={note}>
        <JsonText {...shared} value={value} set={set} groups={groups} caretIn={caretIn} />
      </FocusNote>
    );
  const pick = (path: string) => {
    const next = insertedAt(text, path, ...caretIn(text));
    if (kind === 'texts') set(next.split('\n'));
    else put(next);
  };
  return (
    <FocusNote note={note}>
      <WithPicker label={label} groups={groups} onPick={pick}>
        {kind === 'texts' ? (
          <ListField {...shared} value={linesOf(value)} onChange={(lines) => set(lines)} />
        ) : (
          <TextField
            {...shared}
            isMultiline={isLong(props.path, schema)}
            isMonospaced={schema.format !== undefined}
            value={text}
            onChange={put}
          />
        )}
      </WithPicker>
    </FocusNote>
  );
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const linesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined || value === null ? [] : [String(value)];

interface JsonTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly isRequired: boolean;
  readonly value: unknown;
  set(value: unknown): void;
  readonly groups: readonly ValueGroup[];
  caretIn(text: string): readonly [from: number, to: number];
}

/** JSON of any shape; keeps what is typed until it is JSON. A lone template need not be quoted. */
function JsonText({ value, set, groups, caretIn, error, ...shared }: JsonTextProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState(() =>
    value === undefined ? '' : holdsTemplate(value) ? value : JSON.stringify(value, null, 2),
  );
  const [isBroken, setBroken] = useState(false);
  const take = (text: string) => {
    setTyped(text);
    const read = readJson(text);
    setBroken(read === null);
    if (read !== null) set(read.value);
  };
  return (
    <WithPicker
      label={shared.label}
      groups={groups}
      onPick={(path) => {
        take(typed.trim() === '' ? templateOf(path) : insertedIntoJson(typed, path, ...caretIn(typed)));
      }}
    >
      <TextField
        {...shared}
        error={isBroken ? t.json : error}
        isMultiline
        isMonospaced
        rows={4}
        value={typed}
        onChange={take}
      />
    </WithPicker>
  );
}

function readJson(text: string): { readonly value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return /^\s*\{\{[^{}]*\}\}\s*$/.test(text) ? { value: text.trim() } : null;
  }
}
