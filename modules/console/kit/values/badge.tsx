import type { ReactNode } from 'react';

export type BadgeKind = 'neutral' | 'good' | 'warning' | 'bad' | 'accent';

/** Words of the console stay in one line; a sentence of somebody else's may be longer than any. */
const MOST_IN_LINE = 60;

export const Badge = ({
  kind = 'neutral',
  children,
}: {
  readonly kind?: BadgeKind;
  readonly children: ReactNode;
}) => (
  <span
    className="badge"
    data-kind={kind}
    data-long={typeof children === 'string' && children.length > MOST_IN_LINE ? '' : undefined}
  >
    {children}
  </span>
);

const KINDS: Readonly<Record<string, BadgeKind>> = {
  online: 'good',
  healthy: 'good',
  applied: 'good',
  succeeded: 'good',
  delivered: 'good',
  active: 'good',
  approved: 'good',
  resolved: 'good',
  pending: 'accent',
  running: 'accent',
  queued: 'accent',
  open: 'warning',
  degraded: 'warning',
  paused: 'warning',
  awaiting_confirmation: 'warning',
  unknown: 'warning',
  acknowledged: 'warning',
  catastrophic: 'bad',
  offline: 'bad',
  reverted: 'warning',
  failed: 'bad',
  rejected: 'bad',
  unreachable: 'bad',
  quarantined: 'bad',
  gave_up: 'bad',
  locked: 'bad',
};

/** A state in its colour and always in words; `label` translates it. */
export const StatusBadge = ({ status, label }: { readonly status: string; readonly label?: string }) => (
  <Badge kind={KINDS[status] ?? 'neutral'}>{label ?? status.replaceAll('_', ' ')}</Badge>
);
