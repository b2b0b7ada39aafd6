import { useTexts, words } from '@patchbay/console-kit';
import { useId } from 'react';
import { texts } from '../texts.ts';

export interface PackageFieldProps {
  readonly isPending: boolean;
  onChoose(file: Blob): void;
}

/** Browsers name ZIPs in several ways; the platform takes one. */
const TYPE = 'application/zip';

/** Chooses the package; a change of the choice reads it at once, and one is read at a time. */
export function PackageField({ isPending, onChoose }: PackageFieldProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t.package}</label>
      <input
        id={id}
        className="input"
        type="file"
        accept=".zip,application/zip"
        disabled={isPending}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget: { files } }) => {
          const file = files?.[0];
          if (file !== undefined) onChoose(new Blob([file], { type: TYPE }));
        }}
      />
      <span id={`${id}-hint`} className="field-hint" aria-live="polite">
        {isPending ? w.loading : t.package_hint}
      </span>
    </div>
  );
}
