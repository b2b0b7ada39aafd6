import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';

/** Says more about a button while it is pointed at or has the focus. */
export const Tooltip = ({ text, children }: { readonly text: string; readonly children: ReactElement }) => (
  <TooltipTrigger delay={400}>
    {children}
    <AriaTooltip className="tooltip">{text}</AriaTooltip>
  </TooltipTrigger>
);
