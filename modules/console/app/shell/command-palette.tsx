import { Button, Dialog, Loading, useTexts } from '@patchbay/console-kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { texts } from './texts.ts';

const Palette = lazy(() => import('./palette.tsx'));

/** `Ctrl K` finds pages, objects and actions. */
export function CommandPalette() {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        {t.palette_open} <kbd className="muted">Ctrl K</kbd>
      </Button>
      <Dialog title={t.palette} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense fallback={<Loading />}>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
