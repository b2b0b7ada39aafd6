import {
  ActionButton,
  Badge,
  type Column,
  ResourceList,
  Row,
  type RowOf,
  Time,
  UserLink,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { texts } from '../texts.ts';
import type { OfUserProps } from './sign-ins.tsx';

type Key = RowOf<'/security/keys'>;

/** Keys of the organization with what they do not use. */
export function MemberKeys({ user_id, prefix }: OfUserProps) {
  const t = useTexts(texts);
  return (
    <ResourceList
      path="/security/keys"
      {...(user_id === undefined ? {} : { query: { user_id } })}
      label={t.keys_list}
      prefix={prefix}
      columns={useColumns()}
      filters={[
        ...(user_id === undefined ? [{ kind: 'user' as const, key: 'user_id', label: t.user }] : []),
        { kind: 'switch', key: 'stale', label: t.stale },
      ]}
      sort="name"
      nameOf={({ name }) => name}
      rowActions={(key) => <Revoke apiKey={key} />}
      live={['security.**']}
      exportName="api-keys"
      empty={{ title: t.no_keys, hint: t.no_keys_hint }}
    />
  );
}

function useColumns(): readonly Column<Key>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
    {
      id: 'prefix',
      title: t.prefix,
      cell: ({ prefix }) => <code>{prefix}</code>,
      text: ({ prefix }) => prefix,
    },
    {
      id: 'user',
      title: t.user,
      cell: ({ user_id }) => <UserLink user_id={user_id} />,
      text: ({ username, user_id }) => username ?? user_id,
    },
    {
      id: 'used',
      title: t.last_used,
      sort: 'last_used_at',
      cell: (key) => <LastUse apiKey={key} />,
      text: ({ last_used_at }) => last_used_at,
    },
    {
      id: 'scopes',
      title: t.scopes,
      cell: ({ scopes }) => (scopes === null ? t.all_scopes : <Words all={scopes} />),
      text: ({ scopes }) => scopes?.join(' '),
    },
    {
      id: 'unused',
      title: t.unused_scopes,
      cell: ({ unused_scopes }) => <Words all={unused_scopes} isWarning />,
      text: ({ unused_scopes }) => unused_scopes.join(' '),
    },
    {
      id: 'expires',
      title: t.expires,
      sort: 'expires_at',
      cell: ({ expires_at }) => (expires_at === null ? t.never : <Time at={expires_at} />),
      text: ({ expires_at }) => expires_at,
    },
  ];
}

function LastUse({ apiKey: { last_used_at, never_used, stale } }: { readonly apiKey: Key }) {
  const t = useTexts(texts);
  return (
    <Row>
      {never_used ? t.never_used : <Time at={last_used_at} />}
      {stale ? <Badge kind="warning">{t.stale}</Badge> : null}
    </Row>
  );
}

function Words({
  all,
  isWarning = false,
}: {
  readonly all: readonly string[];
  readonly isWarning?: boolean;
}) {
  return (
    <ul className="words">
      {all.map((word) => (
        <li key={word}>
          <Badge kind={isWarning ? 'warning' : 'neutral'}>{word}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** Own keys are revoked in the profile. */
function Revoke({ apiKey: { id, name, user_id } }: { readonly apiKey: Key }) {
  const t = useTexts(texts);
  const { me, mayCall } = useSession();
  const revoke = useWrite('DELETE', '/security/keys/{key_id}', { done: t.revoked });
  if (user_id === me.id || !mayCall('DELETE', '/security/keys/{key_id}')) return null;
  return (
    <ActionButton
      variant="danger"
      confirm={{ title: t.revoke_question(name), text: t.revoke_hint }}
      run={() => revoke.run({ path: { key_id: id } })}
    >
      {t.revoke}
    </ActionButton>
  );
}
