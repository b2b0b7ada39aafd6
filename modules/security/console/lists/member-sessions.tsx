import {
  ActionButton,
  Badge,
  ResourceList,
  Row,
  type RowOf,
  rolesBelow,
  Time,
  UserLink,
  useRoleName,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { texts } from '../texts.ts';
import type { OfUserProps } from './sign-ins.tsx';

/** Open sessions, the last used first. */
export function MemberSessions({ user_id, prefix }: OfUserProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const roleName = useRoleName();
  return (
    <ResourceList
      path="/security/sessions"
      {...(user_id === undefined ? {} : { query: { user_id } })}
      label={t.sessions_list}
      prefix={prefix}
      columns={[
        {
          id: 'user',
          title: t.user,
          cell: ({ user_id: id, current }) => (
            <Row>
              <UserLink user_id={id} />
              {current ? <Badge kind="accent">{t.current}</Badge> : null}
            </Row>
          ),
          text: ({ username }) => username,
        },
        { id: 'role', title: t.role, cell: ({ role }) => roleName(role), text: ({ role }) => role },
        { id: 'ip', title: t.address, cell: ({ ip }) => <code>{ip}</code>, text: ({ ip }) => ip },
        {
          id: 'agent',
          title: t.agent,
          cell: ({ user_agent }) => user_agent,
          text: ({ user_agent }) => user_agent,
        },
        {
          id: 'used',
          title: t.last_used,
          sort: 'last_used_at',
          cell: ({ last_used_at }) => <Time at={last_used_at} />,
          text: ({ last_used_at }) => last_used_at,
        },
        {
          id: 'created',
          title: w.created,
          sort: 'created_at',
          cell: ({ created_at }) => <Time at={created_at} />,
          text: ({ created_at }) => created_at,
        },
        {
          id: 'expires',
          title: t.expires,
          sort: 'expires_at',
          cell: ({ expires_at }) => <Time at={expires_at} />,
          text: ({ expires_at }) => expires_at,
        },
      ]}
      filters={user_id === undefined ? [{ kind: 'user', key: 'user_id', label: t.user }] : []}
      sort="-last_used_at"
      rowActions={(session) => <EndSession session={session} />}
      live={['security.**']}
      everyMs={30_000}
      exportName="sessions"
      empty={{ title: t.no_sessions }}
    />
  );
}

function EndSession({ session: { id, role, current } }: { readonly session: RowOf<'/security/sessions'> }) {
  const t = useTexts(texts);
  const { me, mayCall } = useSession();
  const end = useWrite('DELETE', '/security/sessions/{session_id}', { done: t.ended });
  const mayEnd = mayCall('DELETE', '/security/sessions/{session_id}') && rolesBelow(me.role).includes(role);
  if (current || !mayEnd) return null;
  return (
    <ActionButton
      variant="danger"
      confirm={{ title: t.end_question }}
      run={() => end.run({ path: { session_id: id } })}
    >
      {t.end}
    </ActionButton>
  );
}
