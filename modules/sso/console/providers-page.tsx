import {
  Badge,
  Button,
  Page,
  ResourceList,
  Time,
  useGo,
  useRoleName,
  useSession,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { NewProviderDialog } from './provider-form.tsx';
import { texts } from './texts.ts';

export default function ProvidersPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const roleName = useRoleName();
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const create = mayCall('POST', '/auth/sso/providers') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Page title={t.providers} summary={t.summary} actions={create}>
      <ResourceList
        path="/auth/sso/providers"
        label={t.providers}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'kind',
            title: t.kind,
            sort: 'kind',
            cell: ({ kind }) => t[kind],
            text: ({ kind }) => kind,
          },
          {
            id: 'ceiling',
            title: t.ceiling,
            cell: ({ role_ceiling }) => roleName(role_ceiling),
            text: ({ role_ceiling }) => role_ceiling,
          },
          {
            id: 'status',
            title: w.status,
            cell: ({ is_enabled }) => (
              <Badge kind={is_enabled ? 'good' : 'neutral'}>{is_enabled ? w.enabled : w.disabled}</Badge>
            ),
            text: ({ is_enabled }) => is_enabled,
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
        rowHref={({ id }) => `/sign-on-providers/${id}`}
        nameOf={({ name }) => name}
        exportName="sign-on-providers"
        viewsOf="sign-on-providers"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? (
        <NewProviderDialog
          onClose={() => setCreating(false)}
          created={({ id }) => go(`/sign-on-providers/${id}`)}
        />
      ) : null}
    </Page>
  );
}
