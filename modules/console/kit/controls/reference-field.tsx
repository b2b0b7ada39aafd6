import type { ApiPath } from '@patchbay/client';
import { useState } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import type { RowOf } from '../data/route-types.ts';
import { useRows } from '../data/use-rows.ts';
import { useSettled } from '../data/use-settled.ts';
import type { FieldTexts } from './text-field.tsx';

export interface ReferenceFieldProps<P extends ApiPath<'GET'>> extends FieldTexts {
  /** A list that takes `search`. */
  readonly path: P;
  readonly query?: Readonly<Record<string, string>>;
  /** Id of the chosen row. */
  readonly value: string | null;
  onChange(id: string | null, row: RowOf<P> | null): void;
  idOf?(row: RowOf<P>): string;
  nameOf(row: RowOf<P>): string;
  /** Shown while nothing was typed and `value` is set by the caller. */
  readonly initialName?: string;
  /** True: the field is empty again after a choice, for lists of several. */
  readonly clearsOnChoose?: boolean;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

const TYPING_MS = 250;
const defaultId = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';

/** Finds one of many by typing; the platform searches. */
export function ReferenceField<P extends ApiPath<'GET'>>({
  label,
  hint,
  error,
  path,
  query = {},
  value,
  onChange,
  idOf = defaultId,
  nameOf,
  initialName = '',
  clearsOnChoose = false,
  ...props
}: ReferenceFieldProps<P>) {
  const [typed, setTyped] = useState(initialName);
  const [isOpen, setOpen] = useState(false);
  const [taken, setTaken] = useState(0);
  const search = useSettled(typed, TYPING_MS);
  const { rows } = useRows(path, { ...query, per_page: '20', ...(search && isOpen ? { search } : {}) });
  return (
    <ComboBox
      {...props}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      allowsEmptyCollection
      // Emptied, the list would open again: the field begins anew, with the focus.
      key={taken}
      autoFocus={taken > 0}
      menuTrigger={clearsOnChoose ? 'input' : 'focus'}
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text);
        if (text === '' && value !== null) onChange(null, null);
      }}
      onOpenChange={setOpen}
      value={value}
      onChange={(key) => {
        const row = rows.find((each) => idOf(each) === key);
        if (row === undefined) return;
        setTyped(clearsOnChoose ? '' : nameOf(row));
        if (clearsOnChoose) setTaken((amount) => amount + 1);
        onChange(idOf(row), row);
      }}
    >
      <Label>{label}</Label>
      <div className="row">
        <Input className="input" />
        <Button className="visually-hidden">▾</Button>
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        <ListBox renderEmptyState={() => <span className="option muted">–</span>}>
          {rows.map((row) => (
            <ListBoxItem key={idOf(row)} id={idOf(row)} textValue={nameOf(row)} className="option">
              {nameOf(row)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
