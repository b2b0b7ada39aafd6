import { createContext, type ReactNode, useEffect } from 'react';

export interface PageProps {
  /** The heading of level 1, and the title of the window. */
  readonly title: string;
  /** Beside the heading: badges. */
  readonly marks?: ReactNode;
  readonly actions?: ReactNode;
  /** One sentence below the heading. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}

/** Title of the page as it was declared, for as long as it has nothing better to be named by; null within a `Page`. */
export const DeclaredTitle = createContext<string | null>(null);

/** Frame of every page. */
export function Page({ title, marks, actions, summary, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Patchbay`;
  }, [title]);
  return (
    <div className="stack">
      <header className="row" data-spread="">
        <div className="row">
          <h1>{title}</h1>
          {marks}
        </div>
        {actions === undefined ? null : <div className="row">{actions}</div>}
      </header>
      {summary === undefined ? null : <p className="muted">{summary}</p>}
      <DeclaredTitle value={null}>{children}</DeclaredTitle>
    </div>
  );
}
