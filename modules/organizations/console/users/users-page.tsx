import {
  Badge,
  Button,
  Page,
  ResourceList,
  ROLES,
  Time,
  useRoleName,
  useSession,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { texts } from './texts.ts';
import { NewUser } from './user-form.tsx';

export default function UsersPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const roleName = useRoleName();
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const create = mayCall('POST', '/users') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Page title={t.users} summary={t.summary} actions={create}>
      <ResourceList
        path="/users"
        label={t.users}
        columns={[
          {
            id: 'username',
            title: t.username,
            sort: 'username',
            cell: ({ username }) => username,
            text: ({ username }) => username,
          },
          {
            id: 'display_name',
            title: w.name,
            cell: ({ display_name }) => display_name,
            text: ({ display_name }) => display_name,
          },
          {
            id: 'email',
            title: t.email,
            sort: 'email',
            cell: ({ email }) => email,
            text: ({ email }) => email,
          },
          {
            id: 'role',
            title: t.role,
            sort: 'role',
            cell: ({ role }) => roleName(role),
            text: ({ role }) => role,
          },
          {
            id: 'active',
            title: w.status,
            cell: ({ is_active }) => <ActiveBadge isActive={is_active} />,
            text: ({ is_active }) => is_active,
          },
          {
            id: 'mfa',
            title: t.mfa,
            cell: ({ mfa_enabled }) => (mfa_enabled ? w.yes : w.no),
            text: ({ mfa_enabled }) => mfa_enabled,
          },
          {
            id: 'last_login',
            title: t.last_login,
            sort: 'last_login_at',
            cell: ({ last_login_at }) => <Time at={last_login_at} />,
            text: ({ last_login_at }) => last_login_at,
          },
        ]}
        filters={[
          {
            kind: 'choice',
            key: 'role',
            label: t.role,
            choices: ROLES.map((value) => ({ value, label: roleName(value) })),
          },
          {
            kind: 'choice',
            key: 'is_active',
            label: w.status,
            choices: [
              { value: 'true', label: t.active },
              { value: 'false', label: t.inactive },
            ],
          },
        ]}
        sort="username"
        rowHref={({ id }) => `/users/${id}`}
        nameOf={({ username }) => username}
        live={['security.**']}
        exportName="users"
        viewsOf="users"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? <NewUser isOpen onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}

export function ActiveBadge({ isActive }: { readonly isActive: boolean }) {
  const t = useTexts(texts);
  return <Badge kind={isActive ? 'good' : 'neutral'}>{isActive ? t.active : t.inactive}</Badge>;
}
