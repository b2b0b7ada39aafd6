import {
  Badge,
  Button,
  Page,
  ResourceList,
  SecretDialog,
  Time,
  useGo,
  useSession,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { type NewApplication, NewApplicationDialog } from './application-form.tsx';
import { texts } from './texts.ts';

export default function ApplicationsPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<NewApplication | null>(null);
  const create = mayCall('POST', '/oauth2/applications') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Page title={t.applications} summary={t.summary} actions={create}>
      <ResourceList
        path="/oauth2/applications"
        label={t.applications}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'client',
            title: t.client_id,
            cell: ({ client_id }) => <code>{client_id}</code>,
            text: ({ client_id }) => client_id,
          },
          {
            id: 'kind',
            title: t.kind,
            cell: ({ confidential }) => (confidential ? t.with_secret : t.public),
            text: ({ confidential }) => (confidential ? t.with_secret : t.public),
          },
          {
            id: 'scopes',
            title: t.scopes,
            cell: ({ scopes }) => <span title={scopes.join(' ')}>{t.scope_count(scopes.length)}</span>,
            text: ({ scopes }) => scopes.join(' '),
          },
          {
            id: 'status',
            title: w.status,
            cell: ({ is_active }) => (
              <Badge kind={is_active ? 'good' : 'neutral'}>{is_active ? t.active : t.off}</Badge>
            ),
            text: ({ is_active }) => (is_active ? t.active : t.off),
          },
          {
            id: 'updated',
            title: w.updated,
            sort: 'updated_at',
            cell: ({ updated_at }) => <Time at={updated_at} />,
            text: ({ updated_at }) => updated_at,
          },
        ]}
        sort="name"
        rowHref={({ id }) => `/applications/${id}`}
        nameOf={({ name }) => name}
        exportName="applications"
        viewsOf="applications"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? (
        <NewApplicationDialog
          onClose={() => setCreating(false)}
          created={(application) =>
            application.client_secret === undefined
              ? go(`/applications/${application.id}`)
              : setFresh(application)
          }
        />
      ) : null}
      {fresh === null ? null : (
        <SecretDialog
          title={t.secret_title}
          secrets={[
            { label: t.client_id, text: fresh.client_id },
            { label: t.client_secret, text: fresh.client_secret ?? '' },
          ]}
          onClose={() => go(`/applications/${fresh.id}`)}
        />
      )}
    </Page>
  );
}
