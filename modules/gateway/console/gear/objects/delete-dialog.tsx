import {
  Button,
  Dialog,
  DialogActions,
  ErrorNotice,
  SchemaForm,
  Stack,
  TextField,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import type { Values } from '../payload.ts';
import type { Feature, GearPlace } from '../place.ts';
import { payloadSchema } from '../schemas.ts';
import { StagedNotice } from '../staged-notice.tsx';
import { texts } from '../texts.ts';
import { useStaging } from '../use-live-objects.ts';

export interface DeleteDialogProps {
  readonly feature: Feature;
  readonly place: GearPlace;
  readonly target_id: string | null;
  readonly name: string;
  readonly isOpen: boolean;
  onClose(): void;
}

/** Stages the deletion of an object. */
export function DeleteDialog({ feature, place, target_id, name, isOpen, onClose }: DeleteDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const schema = payloadSchema(feature, 'delete');
  const [payload, setPayload] = useState<Values>({});
  const [notes, setNotes] = useState('');
  const [staged, setStaged] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { stage, isPending } = useStaging(place);
  const send = async () => {
    setError(null);
    try {
      setStaged((await stage({ operation: 'delete', payload, target_id, notes })).id);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog title={t.deleting(name)} isOpen={isOpen} onClose={onClose}>
      {staged !== null ? (
        <StagedNotice change_id={staged} />
      ) : (
        <Stack>
          {error === null ? null : <ErrorNotice error={error} />}
          <p>{t.deleting_hint}</p>
          <SchemaForm schema={schema} value={payload} onChange={setPayload} />
          <TextField label={t.notes} value={notes} onChange={setNotes} isMultiline />
          <DialogActions>
            <Button onPress={onClose}>{w.cancel}</Button>
            <Button variant="danger" isPending={isPending} onPress={() => void send()}>
              {t.stage}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}
