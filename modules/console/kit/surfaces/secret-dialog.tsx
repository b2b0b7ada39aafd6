import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { offerFile } from '../lists/csv.ts';
import { defineTexts, useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { Code } from '../values/code.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

const texts = defineTexts({
  en: { download: 'Download', kept: 'I have kept it' },
  de: { download: 'Herunterladen', kept: 'Ich habe es aufbewahrt' },
});

export interface ShownOnceProps {
  /** Name and text of each; several lines are one text. */
  readonly secrets: readonly { readonly label: string; readonly text: string }[];
  /** With it they can be kept as a file of this name. */
  readonly fileName?: string;
}

/** Secrets that the platform keeps no copy of, to be copied now. */
export function ShownOnce({ secrets, fileName }: ShownOnceProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <div className="stack">
      <Notice kind="warning">{w.shown_once}</Notice>
      {secrets.map(({ label, text }) => (
        <div key={label} className="stack" data-gap="small">
          <strong>{label}</strong>
          <Code label={label} text={text} />
        </div>
      ))}
      {fileName === undefined ? null : (
        <div>
          <Button
            onPress={() =>
              offerFile(
                fileName,
                'text/plain;charset=utf-8',
                `${secrets.map(({ text }) => text).join('\n')}\n`,
              )
            }
          >
            {t.download}
          </Button>
        </div>
      )}
    </div>
  );
}

export interface SecretDialogProps extends ShownOnceProps {
  readonly title: string;
  onClose(): void;
  /** Use of the secrets, and their end. */
  readonly children?: ReactNode;
}

/** Shows secrets until the user says that they are kept. */
export function SecretDialog({ title, onClose, children, ...shown }: SecretDialogProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={title} isOpen onClose={onClose} keepsOpen>
      <ShownOnce {...shown} />
      {children}
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          {t.kept}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
