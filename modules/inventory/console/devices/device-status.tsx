import { StatusBadge, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export function DeviceStatus({ status }: { readonly status: string }) {
  const t = useTexts(texts);
  const label = status === 'online' ? t.online : status === 'offline' ? t.offline : status;
  return <StatusBadge status={status} label={label} />;
}
