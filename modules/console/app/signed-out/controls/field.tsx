import { type HTMLInputAutoCompleteAttribute, type ReactNode, useEffect, useId, useRef } from 'react';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: string;
  onChange(value: string): void;
  readonly type?: 'text' | 'password' | 'email';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'numeric' | 'text' | 'email';
  readonly isRequired?: boolean;
  /** Has the focus when it appears. */
  readonly isFirst?: boolean;
}

/** A field of the browser itself: the sign-in page is small, and works before anything else is loaded. */
export function Field({
  label,
  hint,
  error,
  onChange,
  isRequired = true,
  isFirst = false,
  type,
  ...input
}: FieldProps) {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) element.current?.focus();
  }, [isFirst]);
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={element}
        id={id}
        type={type ?? 'text'}
        className="input"
        required={isRequired}
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        data-invalid={error === undefined ? undefined : ''}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
      {error === undefined ? null : (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
    </div>
  );
}

export interface CheckFieldProps {
  readonly label: string;
  readonly isSelected: boolean;
  onChange(isSelected: boolean): void;
}

export const CheckField = ({ label, isSelected, onChange }: CheckFieldProps) => (
  <label className="check">
    <input type="checkbox" checked={isSelected} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);
