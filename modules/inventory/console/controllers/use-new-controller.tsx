import { Button, useGo, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import { type ReactNode, useState } from 'react';
import { ControllerTest } from '../contact/controller-test.tsx';
import { NewController } from './controller-form.tsx';
import type { Controller } from './controller-values.ts';
import { texts } from './texts.ts';

/** The button that adds a controller and what follows: its test, and its first sync. */
export function useNewController(site_id: string | null = null): {
  readonly button: ReactNode;
  readonly dialogs: ReactNode;
} {
  const t = useTexts(texts);
  const go = useGo();
  const { mayCall } = useSession();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<Controller | null>(null);
  const sync = useWrite('POST', '/controllers/{controller_id}/sync', {
    onDone: ({ sync_id }) => go(`/controllers/${added?.id ?? ''}`, { sync: sync_id }),
  });
  return {
    button: mayCall('POST', '/controllers') ? (
      <Button variant="primary" onPress={() => setAdding(true)}>
        {t.add}
      </Button>
    ) : undefined,
    dialogs: (
      <>
        {isAdding ? (
          <NewController isOpen site_id={site_id} onClose={() => setAdding(false)} onAdded={setAdded} />
        ) : null}
        {added === null ? null : (
          <ControllerTest
            controller={added}
            isOpen
            onClose={() => setAdded(null)}
            next={{ label: t.sync, run: () => void sync.run({ path: { controller_id: added.id } }) }}
          />
        )}
      </>
    ),
  };
}
