import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface PageLinkProps {
  /** Address below `/console`, its parameters filled in. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** A link to a page of the console. */
export function PageLink({ to, search, children }: PageLinkProps) {
  return (
    <Link to={to as LinkProps['to']} search={search as LinkProps['search']}>
      {children}
    </Link>
  );
}

/** A link to an address that came as data: only http and https become links, everything else stays text. */
export function ExternalLink({ href }: { readonly href: string }) {
  const { protocol } = URL.parse(href) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:') return <span className="mono">{href}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {href}
    </a>
  );
}
