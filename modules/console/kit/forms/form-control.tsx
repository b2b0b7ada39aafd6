import { Checkbox } from '../controls/checkbox.tsx';
import { DateTimeField } from '../controls/date-time-field.tsx';
import { ListField } from '../controls/list-field.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { RadioField } from '../controls/radio-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { TextField } from '../controls/text-field.tsx';
import { NamedReference } from '../lists/named-reference.tsx';
import type { FormField } from './field.ts';

export interface FormControlProps<V> {
  readonly field: FormField<V>;
  readonly values: V;
  set(value: unknown): void;
  readonly error: string | undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const TYPES: Readonly<Record<string, string>> = { password: 'password', email: 'email', url: 'url' };

/** The control that a field's kind calls for. */
export function FormControl<V>({ field, values, set, error }: FormControlProps<V>) {
  const value = values[field.key];
  const { label, hint, isRequired = false, isDisabled = false } = field;
  const shared = { label, hint, error, isRequired };
  switch (field.kind) {
    case 'custom':
      return <>{field.control({ values, value, set, error })}</>;
    case 'switch':
      return (
        <div className="field">
          <Checkbox isSelected={value === true} isDisabled={isDisabled} onChange={set}>
            {label}
          </Checkbox>
          {hint === undefined ? null : <span className="field-hint">{hint}</span>}
          {error === undefined ? null : <span className="field-error">{error}</span>}
        </div>
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          isDisabled={isDisabled}
          value={typeof value === 'number' ? value : null}
          onChange={set}
        />
      );
    case 'list':
      return <ListField {...shared} value={Array.isArray(value) ? value.map(String) : []} onChange={set} />;
    case 'time':
      return <DateTimeField {...shared} value={textOrNull(value)} onChange={set} />;
    case 'choice':
      return (
        <SelectField
          {...shared}
          isDisabled={isDisabled}
          choices={field.choices}
          value={textOrNull(value)}
          onChange={set}
        />
      );
    case 'radio':
      return <RadioField {...shared} choices={field.choices} value={textOrNull(value)} onChange={set} />;
    case 'site':
    case 'controller':
    case 'user':
      return <NamedReference {...shared} kind={field.kind} value={textOrNull(value)} onChange={set} />;
    default:
      return (
        <TextField
          {...shared}
          isDisabled={isDisabled}
          type={TYPES[field.kind] ?? 'text'}
          isMultiline={field.kind === 'multiline' || field.kind === 'mono'}
          isMonospaced={field.kind === 'mono'}
          autoComplete={field.autoComplete ?? 'off'}
          value={textOf(value)}
          onChange={set}
        />
      );
  }
}
