import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components';
import type { FieldTexts } from './text-field.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps extends FieldTexts {
  readonly choices: readonly Choice[];
  /** Null: nothing chosen. */
  readonly value: string | null;
  onChange(value: string): void;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few; `ReferenceField` finds one of many. */
export function SelectField({
  label,
  hint,
  error,
  choices,
  value,
  onChange,
  placeholder = '–',
  ...props
}: SelectFieldProps) {
  return (
    <Select
      {...props}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
      placeholder={placeholder}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label>{label}</Label>
      <Button className="input select-trigger">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover">
        <ListBox>
          {choices.map((choice) => (
            <ListBoxItem key={choice.value} id={choice.value} textValue={choice.label} className="option">
              {choice.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
