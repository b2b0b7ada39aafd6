import type { ReactNode } from 'react';

/** Details that most readers do not need. */
export const Disclosure = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details>
    <summary>{title}</summary>
    {children}
  </details>
);
