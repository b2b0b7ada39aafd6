import {
  ActionButton,
  ResourceList,
  rolesBelow,
  Time,
  UserLink,
  useRoleName,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { texts } from '../texts.ts';

/** Users whom failed guesses have locked out right now. */
export function LockedAccounts() {
  const t = useTexts(texts);
  const roleName = useRoleName();
  const { me, mayCall } = useSession();
  const unlock = useWrite('POST', '/security/locked-accounts/{user_id}/unlock', { done: t.unlocked });
  const mayUnlock = mayCall('POST', '/security/locked-accounts/{user_id}/unlock');
  return (
    <ResourceList
      path="/security/locked-accounts"
      label={t.locked}
      prefix="l_"
      columns={[
        {
          id: 'user',
          title: t.user,
          sort: 'username',
          cell: ({ user_id }) => <UserLink user_id={user_id} />,
          text: ({ username }) => username,
        },
        { id: 'email', title: t.email, cell: ({ email }) => email, text: ({ email }) => email },
        { id: 'role', title: t.role, cell: ({ role }) => roleName(role), text: ({ role }) => role },
        {
          id: 'doors',
          title: t.doors,
          cell: ({ doors }) => doors.map((door) => t[`door_${door}`]).join(', '),
          text: ({ doors }) => doors.join(' '),
        },
        {
          id: 'until',
          title: t.locked_until,
          sort: 'locked_until',
          cell: ({ locked_until }) => <Time at={locked_until} form="full" />,
          text: ({ locked_until }) => locked_until,
        },
      ]}
      sort="username"
      idOf={({ user_id }) => user_id}
      nameOf={({ username }) => username}
      rowActions={({ user_id, role }) =>
        mayUnlock && rolesBelow(me.role).includes(role) ? (
          <ActionButton run={() => unlock.run({ path: { user_id } })}>{t.unlock}</ActionButton>
        ) : null
      }
      live={['security.**']}
      everyMs={30_000}
      exportName="locked-accounts"
      empty={{ title: t.no_locked, hint: t.no_locked_hint }}
    />
  );
}
