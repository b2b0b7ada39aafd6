import {
  Badge,
  Button,
  ControllerLink,
  DataTable,
  Dialog,
  DialogActions,
  durationText,
  type ReplyOf,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { texts } from '../controllers/texts.ts';

export type TestResults = ReplyOf<'POST', '/controllers/test'>['results'];

export interface BulkTestDialogProps {
  readonly results: TestResults;
  readonly isOpen: boolean;
  onClose(): void;
}

/** Outcome of a test of several controllers. */
export function BulkTestDialog({ results, isOpen, onClose }: BulkTestDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Dialog title={t.test_title} isOpen={isOpen} onClose={onClose} size="wide">
      <DataTable
        label={t.test_title}
        rows={results}
        idOf={({ controller_id }) => controller_id}
        columns={[
          {
            id: 'controller',
            title: w.controller,
            cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
          },
          {
            id: 'result',
            title: t.result,
            cell: ({ reachable, error }) =>
              reachable ? (
                <Badge kind="good">{t.test_good}</Badge>
              ) : (
                <>
                  <Badge kind="bad">{t.test_bad}</Badge> {error?.message}
                </>
              ),
          },
          { id: 'version', title: t.version, cell: ({ version }) => version },
          {
            id: 'latency',
            title: t.latency,
            align: 'end',
            cell: ({ latency_ms }) => (latency_ms === null ? null : durationText(latency_ms)),
          },
        ]}
      />
      <DialogActions>
        <Button onPress={onClose}>{w.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
