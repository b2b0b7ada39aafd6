import { type FieldTexts, TextField } from './text-field.tsx';

export interface ListFieldProps extends FieldTexts {
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
  readonly isDisabled?: boolean;
}

/** Several words, one a line. */
export function ListField({ value, onChange, ...props }: ListFieldProps) {
  return (
    <TextField
      {...props}
      isMultiline
      isMonospaced
      rows={Math.min(8, Math.max(2, value.length + 1))}
      value={value.join('\n')}
      onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
    />
  );
}
