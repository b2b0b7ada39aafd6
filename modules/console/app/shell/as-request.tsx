import { Button, Dialog, Loading, useTexts } from '@patchbay/console-kit';
import { lazy, Suspense, useState } from 'react';
import { texts } from './texts.ts';

const RequestTexts = lazy(() => import('./request-texts.tsx'));

/** Every screen shows its calls, as `curl` and as TypeScript. */
export function AsRequest() {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onPress={() => setOpen(true)}>
        {t.request}
      </Button>
      <Dialog title={t.request} isOpen={isOpen} onClose={() => setOpen(false)} isDrawer>
        <Suspense fallback={<Loading />}>
          <RequestTexts />
        </Suspense>
      </Dialog>
    </>
  );
}
