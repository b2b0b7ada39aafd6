import { TextField, useTexts } from '@patchbay/console-kit';
import { useId, useState } from 'react';
import { texts } from './texts.ts';

/** The platform takes no larger text. */
const MOST_BYTES = 1_048_576;

export interface CsvSourceProps {
  readonly csv: string;
  onChange(csv: string): void;
}

/** A file that is chosen, or a text that is pasted; both end in the same text. */
export function CsvSource({ csv, onChange }: CsvSourceProps) {
  const t = useTexts(texts);
  const id = useId();
  const [fault, setFault] = useState<string | undefined>(undefined);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const isTooLarge = file.size > MOST_BYTES;
    setFault(isTooLarge ? t.too_large : undefined);
    if (!isTooLarge) onChange(await file.text());
  };
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t.file}</label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className="input"
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
        <span id={`${id}-hint`} className="field-hint">
          {t.file_hint}
        </span>
        {fault === undefined ? null : (
          <span className="field-error" role="alert">
            {fault}
          </span>
        )}
      </div>
      <TextField label={t.text} value={csv} onChange={onChange} isMultiline isMonospaced rows={8} />
    </>
  );
}
