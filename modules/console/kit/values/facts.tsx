import type { ReactNode } from 'react';

/** A name and its value; a null entry is left out. */
export type Fact = readonly [name: string, value: ReactNode] | null;

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map((fact) =>
      fact === null ? null : (
        <div key={fact[0]} style={{ display: 'contents' }}>
          <dt>{fact[0]}</dt>
          <dd>{fact[1] === null || fact[1] === undefined || fact[1] === '' ? '–' : fact[1]}</dd>
        </div>
      ),
    )}
  </dl>
);
