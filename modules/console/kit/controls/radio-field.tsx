import { FieldError, Label, Radio, RadioGroup, Text } from 'react-aria-components';
import type { Choice } from './select-field.tsx';
import type { FieldTexts } from './text-field.tsx';

export interface RadioFieldProps extends FieldTexts {
  readonly choices: readonly (Choice & { readonly hint?: string })[];
  readonly value: string | null;
  onChange(value: string): void;
  readonly isRequired?: boolean;
}

/** One of two to five, all visible. */
export function RadioField({ label, hint, error, choices, value, onChange, ...props }: RadioFieldProps) {
  return (
    <RadioGroup
      {...props}
      className="field"
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
    >
      <Label>{label}</Label>
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} className="check">
          <span className="check-box" data-round="" aria-hidden="true">
            ●
          </span>
          <span>
            {choice.label}
            {choice.hint === undefined ? null : <span className="field-hint"> {choice.hint}</span>}
          </span>
        </Radio>
      ))}
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </RadioGroup>
  );
}
