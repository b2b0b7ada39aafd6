import {
  Badge,
  Button,
  type Column,
  ResourceList,
  type RowOf,
  SiteLink,
  Time,
  UserLink,
  useSession,
  useSiteNames,
  useTexts,
  useUserNames,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { GrantDialog } from './grant-dialog.tsx';
import { grantState } from './grants.ts';
import { texts } from './texts.ts';

type Grant = RowOf<'/organizations/{org_id}/site-access'>;

const COLOURS = { holds: 'good', ends_soon: 'warning', ended: 'bad' } as const;

export interface GrantListProps {
  /** Only those of a user. */
  readonly user_id?: string;
  readonly prefix: string;
}

/** Which users are held to which sites, and until when. */
export function GrantList({ user_id, prefix }: GrantListProps) {
  const t = useTexts(texts);
  const { me, mayCall } = useSession();
  const [isGranting, setGranting] = useState(false);
  const revoke = useWrite('POST', '/organizations/{org_id}/site-access/revoke', { done: t.revoked });
  const path = { org_id: me.organization_id };
  const create = mayCall('POST', '/organizations/{org_id}/site-access/bulk') ? (
    <Button variant="primary" onPress={() => setGranting(true)}>
      {t.new}
    </Button>
  ) : undefined;
  const columns = useColumns();
  return (
    <div className="stack" data-gap="small">
      <div>{create}</div>
      <ResourceList
        path="/organizations/{org_id}/site-access"
        parameters={path}
        {...(user_id === undefined ? {} : { query: { user_id } })}
        label={t.grants}
        prefix={prefix}
        columns={user_id === undefined ? columns : columns.filter(({ id }) => id !== 'user')}
        filters={[
          ...(user_id === undefined ? [{ kind: 'user' as const, key: 'user_id', label: t.user }] : []),
          { kind: 'site', key: 'site_id', label: t.site },
        ]}
        sort="-created_at"
        bulk={
          mayCall('POST', '/organizations/{org_id}/site-access/revoke')
            ? [
                {
                  id: 'revoke',
                  label: t.revoke,
                  isDangerous: true,
                  confirm: t.revoke_question,
                  run: (rows) => revoke.run({ path, body: { grant_ids: rows.map(({ id }) => id) } }),
                },
              ]
            : []
        }
        exportName="site-access"
        empty={{
          title: user_id === undefined ? t.empty : t.empty_user,
          hint: t.empty_hint,
        }}
      />
      {isGranting ? (
        <GrantDialog {...(user_id === undefined ? {} : { user_id })} onClose={() => setGranting(false)} />
      ) : null}
    </div>
  );
}

function useColumns(): readonly Column<Grant>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const userName = useUserNames();
  const siteName = useSiteNames();
  return [
    {
      id: 'user',
      title: t.user,
      cell: ({ user_id }) => <UserLink user_id={user_id} />,
      text: ({ user_id }) => userName(user_id) ?? user_id,
    },
    {
      id: 'site',
      title: t.site,
      cell: ({ site_id }) => <SiteLink site_id={site_id} />,
      text: ({ site_id }) => siteName(site_id) ?? site_id,
    },
    {
      id: 'state',
      title: w.status,
      cell: (grant) => <Badge kind={COLOURS[grantState(grant)]}>{t[grantState(grant)]}</Badge>,
      text: (grant) => grantState(grant),
    },
    {
      id: 'expires',
      title: t.expires,
      sort: 'expires_at',
      cell: ({ expires_at }) => (expires_at === null ? t.never : <Time at={expires_at} />),
      text: ({ expires_at }) => expires_at,
    },
    { id: 'reason', title: t.reason, cell: ({ reason }) => reason, text: ({ reason }) => reason },
    {
      id: 'by',
      title: t.granted_by,
      cell: ({ granted_by }) => <UserLink user_id={granted_by} />,
      text: ({ granted_by }) => userName(granted_by) ?? granted_by,
    },
    {
      id: 'created',
      title: w.created,
      sort: 'created_at',
      cell: ({ created_at }) => <Time at={created_at} />,
      text: ({ created_at }) => created_at,
    },
  ];
}
