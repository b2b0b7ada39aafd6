import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  /** Says how something gets here. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children === undefined ? null : <p className="muted">{children}</p>}
      {action}
    </div>
  );
}
