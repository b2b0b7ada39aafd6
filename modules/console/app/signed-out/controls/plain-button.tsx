import type { ReactNode } from 'react';

export interface PlainButtonProps {
  readonly children: ReactNode;
  readonly variant?: 'plain' | 'primary' | 'quiet';
  readonly isSubmit?: boolean;
  /** It stays where the focus is while the platform is asked. */
  readonly isPending?: boolean;
  onPress?(): void;
}

export const PlainButton = ({
  children,
  variant = 'plain',
  isSubmit = false,
  isPending = false,
  onPress,
}: PlainButtonProps) => (
  <button
    type={isSubmit ? 'submit' : 'button'}
    className="button"
    data-variant={variant}
    aria-disabled={isPending ? true : undefined}
    aria-busy={isPending ? true : undefined}
    onClick={isPending ? undefined : onPress}
  >
    {children}
  </button>
);

/** A link to another page of those who are signed out. */
export const PlainLink = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <a href={to} className="button" data-variant="quiet">
    {children}
  </a>
);
