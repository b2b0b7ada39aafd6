import { Badge, type BadgeKind, type RowOf, StatusBadge, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export type Alert = RowOf<'/alerts'>;

const KINDS: Readonly<Record<Alert['severity'], BadgeKind>> = {
  info: 'neutral',
  warning: 'warning',
  critical: 'bad',
};

export function SeverityBadge({ severity }: { readonly severity: Alert['severity'] }) {
  const t = useTexts(texts);
  return <Badge kind={KINDS[severity]}>{t[severity]}</Badge>;
}

export function AlertStatus({ status }: { readonly status: Alert['status'] }) {
  const t = useTexts(texts);
  return <StatusBadge status={status} label={t[status]} />;
}
