import {
  ActionButton,
  Badge,
  Button,
  Facts,
  Page,
  Panel,
  Tabs,
  type Tagged,
  Time,
  useGo,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EditOrganization, type Organization } from './organization-form.tsx';
import { OrganizationList } from './organization-list.tsx';
import { QuotaPanel } from './quota-panel.tsx';
import { texts } from './texts.ts';

/** Name and policies of an organization, what it uses of its quotas, and for super administrators all others. */
export function OrganizationView({ org_id }: { readonly org_id: string }) {
  const read = useTagged('/organizations/{org_id}', { path: { org_id } }, { live: ['settings.**'] });
  return <WaitingFor read={read}>{(tagged) => <Details {...tagged} />}</WaitingFor>;
}

function Details({ data: organization, etag }: Tagged<Organization>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { me, mayCall } = useSession();
  const isOwn = organization.id === me.organization_id;
  return (
    <Page
      title={organization.name}
      marks={organization.is_active ? undefined : <Badge kind="bad">{t.inactive}</Badge>}
      actions={<Actions data={organization} etag={etag} />}
    >
      <Tabs
        label={organization.name}
        tabs={[
          { id: 'overview', title: w.overview, content: () => <Overview organization={organization} /> },
          {
            id: 'quotas',
            title: t.quotas,
            content: () => <QuotaPanel organization={organization} etag={etag} />,
          },
          ...(isOwn && mayCall('POST', '/organizations')
            ? [{ id: 'all', title: t.all, content: () => <OrganizationList /> }]
            : []),
        ]}
      />
    </Page>
  );
}

function Overview({ organization }: { readonly organization: Organization }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Panel>
      <Facts
        facts={[
          [w.name, organization.name],
          [t.slug, <code key="slug">{organization.slug}</code>],
          [t.mfa, organization.mfa_required ? t.mfa_yes : t.mfa_no],
          [w.created, <Time key="created" at={organization.created_at} form="full" />],
          [w.updated, <Time key="updated" at={organization.updated_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

function Actions({ data: organization, etag }: Tagged<Organization>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { me, mayCall } = useSession();
  const [isEditing, setEditing] = useState(false);
  const remove = useWrite('DELETE', '/organizations/{org_id}', {
    done: t.deleted,
    onDone: () => go('/organization', { tab: 'all' }),
  });
  const isOwn = organization.id === me.organization_id;
  return (
    <>
      {mayCall('PATCH', '/organizations/{org_id}') ? (
        <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      ) : null}
      {!isOwn && mayCall('DELETE', '/organizations/{org_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question(organization.name), text: t.delete_hint }}
          run={() => remove.run({ path: { org_id: organization.id } })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
      {isEditing ? (
        <EditOrganization
          organization={organization}
          etag={etag}
          isOwn={isOwn}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}
