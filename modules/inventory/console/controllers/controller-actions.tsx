import {
  ActionButton,
  Button,
  type Tagged,
  useGo,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { ControllerTest } from '../contact/controller-test.tsx';
import { EditController } from './controller-form.tsx';
import type { Controller } from './controller-values.ts';
import { texts } from './texts.ts';

export interface ControllerActionsProps extends Tagged<Controller> {
  onSync(sync_id: string): void;
}

export function ControllerActions({ data: controller, etag, onSync }: ControllerActionsProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [shown, show] = useState<'edit' | 'test' | null>(null);
  const path = { controller_id: controller.id };
  const sync = useWrite('POST', '/controllers/{controller_id}/sync', {
    onDone: ({ sync_id }) => onSync(sync_id),
  });
  const remove = useWrite('DELETE', '/controllers/{controller_id}', {
    done: t.deleted,
    refreshes: ['/controllers', '/devices', '/sites'],
    onDone: () => go('/controllers'),
  });
  const close = () => show(null);
  const askForSync = () => {
    close();
    return sync.run({ path });
  };
  return (
    <>
      {mayCall('POST', '/controllers/{controller_id}/test') ? (
        <Button onPress={() => show('test')}>{t.test}</Button>
      ) : null}
      {mayCall('POST', '/controllers/{controller_id}/sync') ? (
        <ActionButton variant="primary" run={askForSync}>
          {t.sync}
        </ActionButton>
      ) : null}
      {mayCall('PATCH', '/controllers/{controller_id}') ? (
        <Button onPress={() => show('edit')}>{w.edit}</Button>
      ) : null}
      {mayCall('DELETE', '/controllers/{controller_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question, text: t.delete_hint }}
          run={() => remove.run({ path })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
      {shown === 'edit' ? (
        <EditController controller={controller} etag={etag} isOpen onClose={close} />
      ) : null}
      {shown === 'test' ? (
        <ControllerTest
          controller={controller}
          isOpen
          onClose={close}
          next={{ label: t.sync, run: () => void askForSync() }}
        />
      ) : null}
    </>
  );
}
