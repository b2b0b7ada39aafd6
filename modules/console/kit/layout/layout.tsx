import type { ReactNode } from 'react';

interface Children {
  readonly children: ReactNode;
}

/** One below the other. */
export const Stack = ({ children, gap }: Children & { readonly gap?: 'small' }) => (
  <div className="stack" data-gap={gap}>
    {children}
  </div>
);

/** Side by side, wrapping. */
export const Row = ({ children, isSpread = false }: Children & { readonly isSpread?: boolean }) => (
  <div className="row" data-spread={isSpread ? '' : undefined}>
    {children}
  </div>
);

/** As many columns as fit; `half` for parts that want half of the page. */
export const Grid = ({ children, size }: Children & { readonly size?: 'small' | 'half' }) => (
  <div className="grid" data-size={size}>
    {children}
  </div>
);

/** A framed part of a page with its heading. */
export function Panel({
  title,
  actions,
  children,
}: Children & { readonly title?: string; readonly actions?: ReactNode }) {
  return (
    <section className="panel stack" data-gap="small" aria-label={title}>
      {title === undefined ? null : (
        <div className="row" data-spread="">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
