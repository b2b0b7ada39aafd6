import {
  ActionButton,
  Button,
  Facts,
  LinkButton,
  Page,
  Panel,
  rolesBelow,
  Tabs,
  type Tagged,
  Time,
  useGo,
  useParts,
  usePathParameter,
  useRoleName,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { GrantList } from '../site-access/grant-list.tsx';
import { texts } from './texts.ts';
import { EditUser, type User } from './user-form.tsx';
import { ActiveBadge } from './users-page.tsx';

export default function UserPage() {
  const user_id = usePathParameter('user_id');
  const read = useTagged('/users/{user_id}', { path: { user_id } }, { live: ['security.**'] });
  return <WaitingFor read={read}>{(tagged) => <UserDetails {...tagged} />}</WaitingFor>;
}

function UserDetails({ data: user, etag }: Tagged<User>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const parts = useParts('user.tab');
  const hasGrants = mayCall('GET', '/organizations/{org_id}/site-access');
  return (
    <Page
      title={user.username}
      marks={<ActiveBadge isActive={user.is_active} />}
      summary={user.display_name}
      actions={<UserActions data={user} etag={etag} />}
    >
      <Tabs
        label={user.username}
        tabs={[
          { id: 'overview', title: w.overview, content: () => <UserFacts user={user} /> },
          ...(hasGrants
            ? [{ id: 'sites', title: t.sites, content: () => <GrantList user_id={user.id} prefix="g_" /> }]
            : []),
          ...parts.map(({ id, title, Component }) => ({
            id,
            title,
            content: () => <Component user_id={user.id} />,
          })),
        ]}
      />
    </Page>
  );
}

function UserFacts({ user }: { readonly user: User }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const roleName = useRoleName();
  return (
    <Panel>
      <Facts
        facts={[
          [t.username, user.username],
          [w.name, user.display_name],
          [t.email, user.email],
          [t.role, roleName(user.role)],
          [t.mfa, user.mfa_enabled ? w.yes : w.no],
          [t.last_login, <Time key="login" at={user.last_login_at} form="full" />],
          [w.created, <Time key="created" at={user.created_at} form="full" />],
          [w.updated, <Time key="updated" at={user.updated_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

/** One changes users below one's own role; oneself in the profile. */
function UserActions({ data: user, etag }: Tagged<User>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { me, mayCall } = useSession();
  const [isEditing, setEditing] = useState(false);
  const remove = useWrite('DELETE', '/users/{user_id}', { done: t.deleted, onDone: () => go('/users') });
  if (user.id === me.id) return <LinkButton to="/profile">{t.own_profile}</LinkButton>;
  if (!rolesBelow(me.role).includes(user.role)) return <span className="muted">{t.not_below}</span>;
  return (
    <>
      {mayCall('PATCH', '/users/{user_id}') ? (
        <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      ) : null}
      {mayCall('DELETE', '/users/{user_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question(user.username), text: t.delete_hint }}
          run={() => remove.run({ path: { user_id: user.id } })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
      {isEditing ? <EditUser user={user} etag={etag} isOpen onClose={() => setEditing(false)} /> : null}
    </>
  );
}
