import { useState } from 'react';
import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import type { FieldTexts } from './text-field.tsx';

export interface Suggestion {
  readonly value: string;
  /** Says more about the value. */
  readonly label?: string;
}

export interface SuggestionFieldProps extends FieldTexts {
  readonly value: string;
  onChange(value: string): void;
  readonly suggestions: readonly Suggestion[];
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Id of a hint that stands elsewhere. */
  readonly 'aria-describedby'?: string;
  /** Takes what was chosen or typed and entered, for fields of several; without it the text itself is the value. */
  onTake?(value: string): void;
}

const MOST_SHOWN = 60;

/** A text with suggestions: any other may be typed, too. */
export function SuggestionField({
  label,
  hint,
  error,
  value,
  onChange,
  suggestions,
  onTake,
  ...props
}: SuggestionFieldProps) {
  const [taken, setTaken] = useState(0);
  /** Emptied, the list would open again: the field begins anew, with the focus. */
  const take = (text: string) => {
    setTaken((amount) => amount + 1);
    onTake?.(text);
  };
  const wanted = value.trim().toLowerCase();
  const shown = suggestions
    .filter((each) => `${each.value}\n${each.label ?? ''}`.toLowerCase().includes(wanted))
    .slice(0, MOST_SHOWN);
  return (
    <ComboBox
      key={taken}
      autoFocus={taken > 0}
      {...props}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      allowsCustomValue
      menuTrigger="input"
      items={shown.map((each) => ({ ...each, id: each.value }))}
      inputValue={value}
      onInputChange={onChange}
      {...(onTake === undefined
        ? {}
        : {
            value: null,
            onChange: (key: string | number | null) => {
              if (key !== null) take(String(key));
            },
          })}
    >
      <Label>{label}</Label>
      <Input
        className="input"
        onKeyDown={(event) => {
          const isChoosing = event.currentTarget.getAttribute('aria-activedescendant') !== null;
          if (event.key !== 'Enter' || isChoosing || onTake === undefined) return;
          event.preventDefault();
          take(value);
        }}
      />
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        <ListBox<Suggestion & { readonly id: string }>>
          {({ id, label: more }) => (
            <ListBoxItem id={id} textValue={id} className="option">
              <span className="mono">{id}</span>
              {more === undefined ? null : <span className="field-hint"> {more}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
