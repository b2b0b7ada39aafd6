import { Notice, useTexts } from '@patchbay/console-kit';
import { PlainLink } from '../controls/plain-button.tsx';
import { Entrance } from '../entrance.tsx';
import { HOME } from '../public-paths.ts';
import { texts as shared } from '../texts.ts';
import { texts } from './texts.ts';

/** The token of the link that was opened; null for an address without one. */
export const mailedToken = (): string | null => new URLSearchParams(location.search).get('token') || null;

export interface OutcomeProps {
  readonly title: string;
  readonly kind: 'good' | 'bad';
  readonly text: string;
}

/** The end of the way that a mail began. */
export function Outcome({ title, kind, text }: OutcomeProps) {
  const s = useTexts(shared);
  return (
    <Entrance title={title}>
      <Notice kind={kind} isUrgent>
        {text}
      </Notice>
      <div>
        <PlainLink to={HOME}>{s.to_sign_in}</PlainLink>
      </div>
    </Entrance>
  );
}

export function WithoutToken({ title }: { readonly title: string }) {
  const t = useTexts(texts);
  return <Outcome title={title} kind="bad" text={t.no_token} />;
}
