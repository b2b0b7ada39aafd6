import type { ReactNode } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from 'react-aria-components';

export interface FieldTexts {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Fault of the value; marks the field and is read with it. */
  readonly error?: string | undefined;
}

export interface TextFieldProps
  extends FieldTexts,
    Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid' | 'validate'> {
  readonly isMultiline?: boolean;
  readonly rows?: number;
  readonly isMonospaced?: boolean;
  readonly placeholder?: string;
}

export function TextField({
  label,
  hint,
  error,
  isMultiline = false,
  rows,
  isMonospaced = false,
  placeholder,
  ...props
}: TextFieldProps) {
  const input = { className: 'input', placeholder, 'data-mono': isMonospaced ? '' : undefined };
  return (
    <AriaTextField {...props} className="field" isInvalid={error !== undefined} validationBehavior="aria">
      <Label>{label}</Label>
      {isMultiline ? <TextArea {...input} rows={rows} /> : <Input {...input} />}
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}
