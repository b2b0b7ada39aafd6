import { type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { ApiError } from '../data/client.ts';
import { DialogActions } from '../surfaces/dialog.tsx';
import { ErrorNotice } from '../surfaces/error-notice.tsx';
import { Notice } from '../surfaces/notice.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { FormField } from './field.ts';
import { FormControl } from './form-control.tsx';

const texts = defineTexts({
  en: { missing: 'Fill this in.', check: 'Some entries must be changed.' },
  de: { missing: 'Bitte ausfüllen.', check: 'Einige Angaben müssen geändert werden.' },
});

/** The newest state of what is edited. */
export interface Latest<V> {
  readonly values: V;
  readonly etag: string | null;
}

export interface FormProps<V extends object> {
  readonly fields: readonly FormField<V>[];
  readonly initial: V;
  /** The verb of the button. */
  readonly action: string;
  /** `etag` is that of `Latest`, once somebody else changed the row meanwhile; else undefined. */
  submit(values: V, etag: string | null | undefined): Promise<unknown>;
  onCancel?(): void;
  /** Reads what is edited anew after a 412, to show what changed meanwhile. */
  latest?(): Promise<Latest<V>>;
  /** Faults by key that are known before anything is sent: text that is no JSON, say. */
  check?(values: V): Readonly<Record<string, string>>;
  /** Below the fields: a preview, say. */
  extra?(values: V): ReactNode;
}

/** A form of fields: errors of the platform stand at their fields, a conflict shows what changed meanwhile. */
export function Form<V extends object>({
  fields,
  initial,
  action,
  submit,
  onCancel,
  latest,
  check,
  extra,
}: FormProps<V>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [theirs, setTheirs] = useState<Latest<V> | null>(null);
  const [isPending, setPending] = useState(false);
  const shown = fields.filter((field) => field.isShown?.(values) ?? true);

  const send = async (etag: string | null | undefined) => {
    setError(null);
    setPending(true);
    try {
      await submit(values, etag);
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 412 && latest) setTheirs(await latest());
      else setError(failure);
    } finally {
      setPending(false);
    }
  };
  const sendIfFit = () => {
    const empty = shown.filter(({ key, isRequired }) => isRequired === true && isEmpty(values[key]));
    const found = {
      ...check?.(values),
      ...Object.fromEntries(empty.map(({ key }) => [key, t.missing])),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) void send(theirs?.etag);
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sendIfFit();
      }}
    >
      {error === null ? null : (
        <FormFault error={error} keys={shown.map(({ key }) => key)} summary={t.check} />
      )}
      {theirs === null ? null : (
        <ConflictNotice
          base={initial}
          mine={values}
          theirs={theirs.values}
          labels={Object.fromEntries(fields.map(({ key, label }) => [key, label]))}
          takeTheirs={() => setValues(theirs.values)}
        />
      )}
      {shown.map((field) => (
        <FormControl
          key={field.key}
          field={field}
          values={values}
          set={(value) => {
            setValues((former) => ({ ...former, [field.key]: value }));
            setFaults(({ [field.key]: _, ...others }) => others);
          }}
          error={faults[field.key] ?? faultOf(error, field.key)}
        />
      ))}
      {extra?.(values)}
      <DialogActions>
        {onCancel === undefined ? null : <Button onPress={onCancel}>{w.cancel}</Button>}
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const belongs = (field: string, key: string): boolean => field === key || field.startsWith(`${key}.`);

/** Message of the platform about this field. */
export function faultOf(error: unknown, key: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details.find(({ field }) => belongs(field, key))?.message;
}

interface FormFaultProps {
  readonly error: unknown;
  readonly keys: readonly string[];
  readonly summary: string;
}

/** Above the form: a fault of no field, or that fields have faults. */
function FormFault({ error, keys, summary }: FormFaultProps) {
  const others =
    error instanceof ApiError
      ? error.details.filter(({ field }) => !keys.some((key) => belongs(field, key)))
      : [];
  if (!(error instanceof ApiError) || error.details.length === 0) return <ErrorNotice error={error} />;
  return (
    <Notice kind="bad" title={summary} isUrgent>
      {others.length === 0 ? null : (
        <ul>
          {others.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
