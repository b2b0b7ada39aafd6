import {
  Button,
  ControllerLink,
  Dialog,
  DialogActions,
  Panel,
  Stack,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { texts } from '../controllers/texts.ts';
import { SyncProgress } from './sync-progress.tsx';

export interface StartedSync {
  readonly controller_id: string;
  readonly sync_id: string;
}

export interface SyncDialogProps {
  readonly syncs: readonly StartedSync[];
  readonly isOpen: boolean;
  onClose(): void;
}

/** Progress of syncs that were asked for; they go on when it is closed. */
export function SyncDialog({ syncs, isOpen, onClose }: SyncDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Dialog title={t.sync_title} isOpen={isOpen} onClose={onClose}>
      <Stack>
        {syncs.map((sync) => (
          <Panel key={sync.sync_id}>
            <strong>
              <ControllerLink controller_id={sync.controller_id} />
            </strong>
            <SyncProgress {...sync} />
          </Panel>
        ))}
      </Stack>
      <DialogActions>
        <Button onPress={onClose}>{w.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
