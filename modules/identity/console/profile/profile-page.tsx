import { Page, Tabs, useParts, useTexts } from '@patchbay/console-kit';
import { Factors } from '../factors/factors.tsx';
import { texts as factorTexts } from '../factors/texts.ts';
import { OwnRecord } from './own-record.tsx';
import { PasswordChange } from './password-change.tsx';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';

export default function ProfilePage() {
  const t = useTexts(texts);
  const f = useTexts(factorTexts);
  const parts = useParts('profile.tab');
  return (
    <Page title={t.title} summary={t.summary}>
      <Tabs
        label={t.title}
        tabs={[
          { id: 'profile', title: t.record, content: () => <OwnRecord /> },
          { id: 'password', title: t.password, content: () => <PasswordChange /> },
          { id: 'sessions', title: t.sessions, content: () => <Sessions /> },
          { id: 'factors', title: f.factors, content: () => <Factors /> },
          ...parts.map(({ id, title, Component }) => ({ id, title, content: () => <Component /> })),
        ]}
      />
    </Page>
  );
}
