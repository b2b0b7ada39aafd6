import type { ReactNode } from 'react';

export type NoticeKind = 'info' | 'good' | 'warning' | 'bad';

export interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly title?: string;
  readonly children?: ReactNode;
  /** True: read at once by screen readers. */
  readonly isUrgent?: boolean;
}

export function Notice({ kind = 'info', title, children, isUrgent = false }: NoticeProps) {
  return (
    <div className="notice" data-kind={kind} role={isUrgent ? 'alert' : undefined}>
      {title === undefined ? null : <strong>{title}</strong>}
      {children}
    </div>
  );
}
