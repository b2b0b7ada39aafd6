import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../surfaces/confirm-dialog.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';

const texts = defineTexts({
  en: {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet.',
    leave: 'Leave without saving',
  },
  de: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
    leave: 'Ohne Speichern verlassen',
  },
});

/**
 * Keeps what was typed when the page is left by accident: other pages of the console are asked about in a dialog, which
 * is answered, and the browser asks before it closes or reloads the page.
 */
export function useLeaveGuard(isUnsaved: () => boolean): ReactNode {
  const t = useTexts(texts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title={t.title}
      action={t.leave}
      isDangerous
      isOpen={status === 'blocked'}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  );
}
