import {
  ActionButton,
  Button,
  type Tagged,
  tellDone,
  useGo,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { type Device, EditDevice } from './device-form.tsx';
import { texts } from './texts.ts';

export function DeviceActions({ data: device, etag }: Tagged<Device>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [isEditing, setEditing] = useState(false);
  const path = { device_id: device.id };
  const restore = useWrite('POST', '/devices/{device_id}/restore', { done: ({ name }) => t.restored(name) });
  const remove = useWrite('DELETE', '/devices/{device_id}', {
    onDone: () => {
      const undo = { label: t.undo, run: () => void restore.run({ path }) };
      tellDone(t.deleted(device.name), mayCall('POST', '/devices/{device_id}/restore') ? undo : null);
      go('/devices');
    },
  });
  return (
    <>
      {mayCall('PATCH', '/devices/{device_id}') ? (
        <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      ) : null}
      {mayCall('DELETE', '/devices/{device_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question, text: t.delete_hint }}
          run={() => remove.run({ path })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
      {isEditing ? <EditDevice device={device} etag={etag} isOpen onClose={() => setEditing(false)} /> : null}
    </>
  );
}
