import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The verb of the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isPending?: boolean;
  readonly isOpen: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  action,
  isDangerous = false,
  isPending = false,
  isOpen,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useTexts(words);
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} role="alertdialog">
      {children}
      <DialogActions>
        <Button onPress={onClose}>{t.cancel}</Button>
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          isPending={isPending}
          onPress={onConfirm}
          autoFocus
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
