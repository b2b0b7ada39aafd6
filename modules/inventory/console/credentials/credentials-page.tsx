import {
  Button,
  Page,
  ResourceList,
  SiteLink,
  Time,
  useSession,
  useSiteNames,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { NewCredential } from './credential-form.tsx';
import { isCredentialKind } from './credential-values.ts';
import { texts } from './texts.ts';

export default function CredentialsPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const siteName = useSiteNames();
  const [isCreating, setCreating] = useState(false);
  const kindText = (kind: string) => (isCredentialKind(kind) ? t[kind] : kind);
  const create = mayCall('POST', '/credentials') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Page title={t.credentials} summary={t.summary} actions={create}>
      <ResourceList
        path="/credentials"
        label={t.credentials}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'kind',
            title: t.kind,
            cell: ({ kind }) => kindText(kind),
            text: ({ kind }) => kind,
          },
          {
            id: 'username',
            title: t.username,
            cell: ({ username }) => username,
            text: ({ username }) => username,
          },
          {
            id: 'site',
            title: t.site,
            cell: ({ site_id }) =>
              site_id === null ? (
                <span className="muted">{t.every_site}</span>
              ) : (
                <SiteLink site_id={site_id} />
              ),
            text: ({ site_id }) => siteName(site_id) ?? site_id,
          },
          {
            id: 'hosts',
            title: t.hosts,
            cell: ({ hosts }) => <span className="mono">{hosts.join(', ')}</span>,
            text: ({ hosts }) => hosts.join(' '),
          },
          {
            id: 'created',
            title: w.created,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
            text: ({ created_at }) => created_at,
          },
        ]}
        filters={[{ kind: 'site', key: 'site_id', label: w.site }]}
        sort="name"
        rowHref={({ id }) => `/credentials/${id}`}
        nameOf={({ name }) => name}
        exportName="credentials"
        viewsOf="inventory/credentials"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? <NewCredential isOpen onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
