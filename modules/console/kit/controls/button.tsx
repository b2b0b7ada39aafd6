import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

export type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly children: ReactNode;
  readonly variant?: ButtonVariant;
  /** A square button of one symbol; give it an `aria-label`. */
  readonly isIcon?: boolean;
}

/**
 * `isPending` keeps the focus, and presses do nothing meanwhile. It is not the library's, which announces the button
 * by reference: that leads nowhere once the button has gone, as those of dialogs do.
 */
export function Button({
  variant = 'plain',
  isIcon = false,
  isPending = false,
  type = 'button',
  onPress,
  children,
  ...props
}: ButtonProps) {
  return (
    <AriaButton
      {...props}
      type={isPending ? 'button' : type}
      {...(isPending || onPress === undefined ? {} : { onPress })}
      {...(isPending ? { 'aria-disabled': true } : {})}
      className="button"
      data-variant={variant}
      data-icon={isIcon ? '' : undefined}
      data-pending={isPending ? '' : undefined}
    >
      {children}
    </AriaButton>
  );
}

export interface LinkButtonProps {
  /** Address below `/console`. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
  readonly variant?: ButtonVariant;
}

/** A link that looks as a button: it goes to a page. */
export function LinkButton({ to, search, children, variant = 'plain' }: LinkButtonProps) {
  return (
    <Link
      to={to as LinkProps['to']}
      search={search as LinkProps['search']}
      className="button"
      data-variant={variant}
    >
      {children}
    </Link>
  );
}
