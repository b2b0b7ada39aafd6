import { chooseLanguage, Page, useLanguage } from '@patchbay/console-kit';
import type { ReactNode } from 'react';
import { PlainButton } from './controls/plain-button.tsx';

export interface EntranceProps {
  readonly title: string;
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of every page that is shown to people who are signed out. */
export function Entrance({ title, summary, children }: EntranceProps) {
  const language = useLanguage();
  const [other, name] = language === 'en' ? (['de', 'Deutsch'] as const) : (['en', 'English'] as const);
  return (
    <main className="entrance">
      <div className="row" data-spread="">
        <strong>Patchbay</strong>
        <PlainButton variant="quiet" onPress={() => chooseLanguage(other)}>
          <span lang={other}>{name}</span>
        </PlainButton>
      </div>
      <div className="panel">
        <Page title={title} summary={summary}>
          {children}
        </Page>
      </div>
    </main>
  );
}
