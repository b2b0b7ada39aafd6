import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button, type ButtonVariant } from './button.tsx';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly isDisabled?: boolean;
  run(): void;
}

export interface MenuProps {
  /** Content of the button that opens it. */
  readonly children: ReactNode;
  readonly 'aria-label'?: string;
  readonly variant?: ButtonVariant;
  readonly actions: readonly MenuAction[];
}

export function Menu({ children, actions, variant, 'aria-label': label }: MenuProps) {
  return (
    <MenuTrigger>
      <Button variant={variant ?? 'plain'} aria-label={label}>
        {children}
      </Button>
      <Popover className="popover">
        <AriaMenu onAction={(key) => actions.find(({ id }) => id === key)?.run()} aria-label={label}>
          {actions.map(({ id, label: text, isDisabled }) => (
            <MenuItem key={id} id={id} textValue={text} isDisabled={isDisabled ?? false} className="option">
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
