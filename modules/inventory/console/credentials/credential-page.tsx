import {
  ActionButton,
  Button,
  Facts,
  Page,
  Panel,
  SiteLink,
  type Tagged,
  Time,
  useGo,
  usePathParameter,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { type Credential, EditCredential } from './credential-form.tsx';
import { CredentialTest } from './credential-test.tsx';
import { isCredentialKind } from './credential-values.ts';
import { texts } from './texts.ts';

export default function CredentialPage() {
  const credential_id = usePathParameter('credential_id');
  const read = useTagged('/credentials/{credential_id}', { path: { credential_id } });
  return <WaitingFor read={read}>{(tagged) => <CredentialDetails {...tagged} />}</WaitingFor>;
}

function CredentialDetails({ data: credential, etag }: Tagged<Credential>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { kind, hosts } = credential;
  return (
    <Page title={credential.name} actions={<CredentialActions data={credential} etag={etag} />}>
      <Panel>
        <Facts
          facts={[
            [t.kind, isCredentialKind(kind) ? t[kind] : kind],
            [t.username, credential.username],
            [t.secret_set, credential.secret_set ? w.yes : w.no],
            [t.site, credential.site_id === null ? t.every_site : <SiteLink site_id={credential.site_id} />],
            [
              t.hosts,
              hosts.length === 0 ? null : (
                <ul key="hosts">
                  {hosts.map((host) => (
                    <li key={host}>
                      <code>{host}</code>
                    </li>
                  ))}
                </ul>
              ),
            ],
            [w.created, <Time key="created" at={credential.created_at} form="full" />],
            [w.updated, <Time key="updated" at={credential.updated_at} form="full" />],
          ]}
        />
      </Panel>
    </Page>
  );
}

function CredentialActions({ data: credential, etag }: Tagged<Credential>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [shown, show] = useState<'edit' | 'test' | null>(null);
  const path = { credential_id: credential.id };
  const remove = useWrite('DELETE', '/credentials/{credential_id}', {
    done: t.deleted,
    onDone: () => go('/credentials'),
  });
  const close = () => show(null);
  return (
    <>
      {mayCall('POST', '/credentials/{credential_id}/test') ? (
        <Button onPress={() => show('test')}>{t.test}</Button>
      ) : null}
      {mayCall('PATCH', '/credentials/{credential_id}') ? (
        <Button onPress={() => show('edit')}>{w.edit}</Button>
      ) : null}
      {mayCall('DELETE', '/credentials/{credential_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question }}
          run={() => remove.run({ path, etag })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
      {shown === 'edit' ? (
        <EditCredential credential={credential} etag={etag} isOpen onClose={close} />
      ) : null}
      {shown === 'test' ? <CredentialTest credential_id={credential.id} isOpen onClose={close} /> : null}
    </>
  );
}
