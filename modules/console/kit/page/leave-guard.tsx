import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../surfaces/confirm-dialog.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';

const texts = defineTexts({
  en: {
    title: 'Leave without saving?',
    text: 'Your changes here are not saved yet.',
    leave: 'Leave without saving',
  },
  de: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
    leave: 'Ohne Speichern verlassen',
  },
});

interface Place {
  readonly pathname: string;
  readonly search: object;
}

const textOf = ({ search }: Place, key: string): unknown => new Map(Object.entries(search)).get(key);

/** Whether the page goes, or a part of it that texts of the address name. */
const isLeft = (here: Place, there: Place, keys: readonly string[]): boolean =>
  here.pathname !== there.pathname || keys.some((key) => textOf(here, key) !== textOf(there, key));

const NO_KEYS: readonly string[] = [];

/**
 * Keeps what was typed when the page is left by accident: other pages of the console are asked about in a dialog, which
 * is answered, and the browser asks before it closes or reloads the page. A form that is shown for some texts of the
 * address only (`keys`) goes with a change of them, too.
 */
export function useLeaveGuard(isUnsaved: () => boolean, keys: readonly string[] = NO_KEYS): ReactNode {
  const t = useTexts(texts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isLeft(current, next, keys) && isUnsaved(),
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
