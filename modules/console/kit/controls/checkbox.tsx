import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from 'react-aria-components';

export interface CheckboxProps {
  readonly children?: ReactNode;
  /** Where there is no visible text. */
  readonly 'aria-label'?: string;
  readonly isSelected: boolean;
  readonly isIndeterminate?: boolean;
  readonly isDisabled?: boolean;
  onChange(isSelected: boolean): void;
}

export function Checkbox({ children, isIndeterminate = false, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} isIndeterminate={isIndeterminate} className="check">
      <span className="check-box" aria-hidden="true">
        {isIndeterminate ? '–' : '✓'}
      </span>
      {children}
    </AriaCheckbox>
  );
}

export interface RowCheckboxProps {
  readonly 'aria-label': string;
  readonly isSelected: boolean;
  onChange(isSelected: boolean): void;
}

/** The browser's own, looking as the others: a table has hundreds, which must cost next to nothing. */
export function RowCheckbox({ isSelected, onChange, ...props }: RowCheckboxProps) {
  return (
    <label className="check" data-selected={isSelected ? '' : undefined}>
      <input
        {...props}
        type="checkbox"
        className="visually-hidden"
        checked={isSelected}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span className="check-box" aria-hidden="true">
        ✓
      </span>
    </label>
  );
}

export type SwitchProps = Omit<CheckboxProps, 'isIndeterminate'>;

/** Acts at once; a checkbox belongs to a form that is sent. */
export function Switch({ children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className="check">
      <span className="switch-track" aria-hidden="true" />
      {children}
    </AriaSwitch>
  );
}
