import { currentLanguage } from '../text/language.ts';
import { type FieldTexts, TextField } from './text-field.tsx';

export interface DateTimeFieldProps extends FieldTexts {
  /** ISO 8601, or null. */
  readonly value: string | null;
  onChange(value: string | null): void;
  readonly isRequired?: boolean;
}

/** `2026-05-01T12:30` in the viewer's zone. */
function localText(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export const zoneName = (): string =>
  new Intl.DateTimeFormat(currentLanguage(), { timeZoneName: 'short' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** A moment in the viewer's zone, which stands behind the label. */
export function DateTimeField({ label, value, onChange, ...props }: DateTimeFieldProps) {
  return (
    <TextField
      {...props}
      label={`${label} (${zoneName()})`}
      type="datetime-local"
      value={localText(value)}
      onChange={(text) => onChange(text === '' ? null : new Date(text).toISOString())}
    />
  );
}
