import { StatusBadge, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

const BADGES: Readonly<Record<string, string>> = { error: 'failed' };

/** Whether a controller answers. */
export function ControllerStatus({ status }: { readonly status: string }) {
  const t = useTexts(texts);
  const labels: Readonly<Record<string, string>> = {
    online: t.status_online,
    unreachable: t.status_unreachable,
    error: t.status_error,
    unknown: t.status_unknown,
  };
  return <StatusBadge status={BADGES[status] ?? status} label={labels[status] ?? status} />;
}

/** How far a sync is. */
export function SyncStatus({ status }: { readonly status: string }) {
  const t = useTexts(texts);
  const labels: Readonly<Record<string, string>> = {
    queued: t.sync_queued,
    running: t.sync_running,
    succeeded: t.sync_succeeded,
    failed: t.sync_failed,
  };
  return <StatusBadge status={status} label={labels[status] ?? status} />;
}
