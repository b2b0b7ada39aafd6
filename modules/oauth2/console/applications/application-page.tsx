import {
  ActionButton,
  Badge,
  Button,
  Facts,
  Page,
  Panel,
  Row,
  SecretDialog,
  Stack,
  type Tagged,
  Time,
  useGo,
  usePathParameter,
  useRead,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { type Application, EditApplicationDialog } from './application-form.tsx';
import { texts } from './texts.ts';

const METADATA = '/oauth2/.well-known/oauth-authorization-server';

export default function ApplicationPage() {
  const application_id = usePathParameter('application_id');
  const read = useTagged('/oauth2/applications/{application_id}', { path: { application_id } });
  return <WaitingFor read={read}>{(tagged) => <Details {...tagged} />}</WaitingFor>;
}

function Details({ data, etag }: Tagged<Application>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Page
      title={data.name}
      marks={<Badge kind={data.is_active ? 'good' : 'neutral'}>{data.is_active ? t.active : t.off}</Badge>}
      actions={<Actions data={data} etag={etag} />}
    >
      <Stack>
        <Panel title={w.details}>
          <Facts
            facts={[
              [t.client_id, <code key="client">{data.client_id}</code>],
              [t.kind, data.confidential ? t.with_secret : t.public],
              [t.redirect_uris, <Codes key="uris" texts={data.redirect_uris} />],
              [t.scopes, <Codes key="scopes" texts={data.scopes} />],
              [w.created, <Time key="created" at={data.created_at} form="full" />],
              [w.updated, <Time key="updated" at={data.updated_at} form="full" />],
            ]}
          />
        </Panel>
        <Addresses />
      </Stack>
    </Page>
  );
}

const Codes = ({ texts: shown }: { readonly texts: readonly string[] }) => (
  <Row>
    {shown.map((text) => (
      <code key={text}>{text}</code>
    ))}
  </Row>
);

/** Facts for those who run the application. */
function Addresses() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const { data } = useRead(METADATA, {}, { enabled: mayCall('GET', METADATA) });
  if (data === undefined) return null;
  return (
    <Panel title={t.addresses}>
      <Facts
        facts={[
          [t.authorization, <code key="authorization">{data.authorization_endpoint}</code>],
          [t.token, <code key="token">{data.token_endpoint}</code>],
          [t.metadata, <code key="metadata">{`${data.issuer}/.well-known/oauth-authorization-server`}</code>],
        ]}
      />
    </Panel>
  );
}

function Actions({ data, etag }: Tagged<Application>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const path = { application_id: data.id };
  const rotate = useWrite('POST', '/oauth2/applications/{application_id}/rotate-secret', {
    onDone: ({ client_secret }) => setSecret(client_secret ?? null),
  });
  const remove = useWrite('DELETE', '/oauth2/applications/{application_id}', {
    done: t.deleted,
    onDone: () => go('/applications'),
  });
  return (
    <>
      {mayCall('PATCH', '/oauth2/applications/{application_id}') ? (
        <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      ) : null}
      {data.confidential && mayCall('POST', '/oauth2/applications/{application_id}/rotate-secret') ? (
        <ActionButton confirm={{ title: t.rotate_question }} run={() => rotate.run({ path })}>
          {t.rotate}
        </ActionButton>
      ) : null}
      {mayCall('DELETE', '/oauth2/applications/{application_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question(data.name) }}
          run={() => remove.run({ path })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
      {isEditing ? (
        <EditApplicationDialog application={data} etag={etag} onClose={() => setEditing(false)} />
      ) : null}
      {secret === null ? null : (
        <SecretDialog
          title={t.secret_title}
          secrets={[
            { label: t.client_id, text: data.client_id },
            { label: t.client_secret, text: secret },
          ]}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
