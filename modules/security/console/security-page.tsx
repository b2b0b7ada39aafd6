import { Page, Tabs, useSession, useTexts } from '@patchbay/console-kit';
import { ExplainAccess } from './explain/explain-access.tsx';
import { LockedAccounts } from './lists/locked-accounts.tsx';
import { MemberKeys } from './lists/member-keys.tsx';
import { MemberSessions } from './lists/member-sessions.tsx';
import { SignIns } from './lists/sign-ins.tsx';
import { texts } from './texts.ts';

/** Sign-ins, locked accounts, sessions, keys, and the explanation of access. */
export default function SecurityPage() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const tabs = [
    {
      id: 'sign-ins',
      title: t.sign_ins,
      route: 'GET /security/sign-ins',
      content: () => <SignIns prefix="i_" />,
    },
    {
      id: 'locked',
      title: t.locked,
      route: 'GET /security/locked-accounts',
      content: () => <LockedAccounts />,
    },
    {
      id: 'sessions',
      title: t.sessions,
      route: 'GET /security/sessions',
      content: () => <MemberSessions prefix="s_" />,
    },
    { id: 'keys', title: t.keys, route: 'GET /security/keys', content: () => <MemberKeys prefix="k_" /> },
    {
      id: 'explain',
      title: t.explain,
      route: 'POST /security/explain-access',
      content: () => <ExplainAccess />,
    },
  ];
  return (
    <Page title={t.security} summary={t.summary}>
      <Tabs
        label={t.security}
        tabs={tabs.filter(({ route }) => {
          const [method = '', path = ''] = route.split(' ');
          return mayCall(method, path);
        })}
      />
    </Page>
  );
}
