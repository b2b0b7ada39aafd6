import { type FieldTexts, TextField } from './text-field.tsx';

export interface NumberFieldProps extends FieldTexts {
  readonly value: number | null;
  onChange(value: number | null): void;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly name?: string;
}

const text = (value: number | null): string => (value === null ? '' : String(value));

/** Takes a number as it is written; null while it is empty or no number. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  return (
    <TextField
      {...props}
      inputMode="decimal"
      value={text(value)}
      onChange={(typed) => {
        const number = Number(typed);
        onChange(typed.trim() === '' || Number.isNaN(number) ? null : number);
      }}
    />
  );
}
