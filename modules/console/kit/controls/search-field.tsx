import { SearchField as AriaSearchField, Input, Label } from 'react-aria-components';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <AriaSearchField className="field" value={value} onChange={onChange}>
      <Label>{label}</Label>
      <Input className="input" />
    </AriaSearchField>
  );
}
