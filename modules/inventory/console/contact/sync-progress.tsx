import {
  ErrorNotice,
  Facts,
  Figure,
  Notice,
  type ReplyOf,
  Row,
  refresh,
  Stack,
  Time,
  useRead,
  useTexts,
} from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { SyncStatus } from '../controllers/controller-status.tsx';
import { texts } from '../controllers/texts.ts';

export type Sync = ReplyOf<'GET', '/controllers/{controller_id}/syncs/{sync_id}'>;

const EVERY_MS = 700;

export const isOver = ({ status }: Pick<Sync, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed';

/** Follows a sync until it has ended. */
export function useSync(controller_id: string, sync_id: string) {
  const [hasEnded, end] = useState(false);
  const read = useRead(
    '/controllers/{controller_id}/syncs/{sync_id}',
    { path: { controller_id, sync_id } },
    hasEnded ? {} : { everyMs: EVERY_MS },
  );
  const isEnded = read.data !== undefined && isOver(read.data);
  useEffect(() => {
    if (!isEnded) return;
    end(true);
    refresh('/controllers', '/devices', '/sites');
  }, [isEnded]);
  return read;
}

/** Progress of a sync, said to screen readers when it changes. */
export function SyncProgress({
  controller_id,
  sync_id,
}: {
  readonly controller_id: string;
  readonly sync_id: string;
}) {
  const t = useTexts(texts);
  const read = useSync(controller_id, sync_id);
  if (read.data === undefined) return read.error === null ? null : <ErrorNotice error={read.error} />;
  const sync = read.data;
  return (
    <Stack gap="small">
      <div role="status">
        <Row>
          <SyncStatus status={sync.status} />
          {isOver(sync) ? <Time at={sync.finished_at} /> : <progress aria-label={t.sync_title} />}
        </Row>
      </div>
      {sync.error === null ? null : (
        <Notice kind="bad" isUrgent>
          <p>{sync.error}</p>
        </Notice>
      )}
      <Facts
        facts={[
          [t.new_devices, <Figure key="new" value={sync.created} />],
          [t.changed_devices, <Figure key="changed" value={sync.updated} />],
          [t.unchanged_devices, <Figure key="same" value={sync.unchanged} />],
          [t.missing_devices, <Figure key="missing" value={sync.missing} />],
        ]}
      />
    </Stack>
  );
}
