import {
  ActionButton,
  Badge,
  Button,
  CopyButton,
  Facts,
  Notice,
  Page,
  Panel,
  type ReplyOf,
  Row,
  rolesBelow,
  Stack,
  type Tagged,
  Time,
  useGo,
  usePathParameter,
  useRoleName,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EditProviderDialog } from './provider-form.tsx';
import { ProviderSettings } from './provider-settings.tsx';
import type { Provider } from './provider-values.ts';
import { texts } from './texts.ts';

type Outcome = ReplyOf<'POST', '/auth/sso/providers/{provider_id}/test'>;

export default function ProviderPage() {
  const provider_id = usePathParameter('provider_id');
  const read = useTagged('/auth/sso/providers/{provider_id}', { path: { provider_id } });
  return <WaitingFor read={read}>{(tagged) => <Details {...tagged} />}</WaitingFor>;
}

function Details({ data, etag }: Tagged<Provider>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { me } = useSession();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const mayChange = rolesBelow(me.role).includes(data.role_ceiling);
  return (
    <Page
      title={data.name}
      marks={
        <Badge kind={data.is_enabled ? 'good' : 'neutral'}>{data.is_enabled ? w.enabled : w.disabled}</Badge>
      }
      actions={<Actions data={data} etag={etag} mayChange={mayChange} tested={setOutcome} />}
    >
      {mayChange ? null : <Notice kind="warning">{t.too_high}</Notice>}
      {data.kind === 'saml' ? <Notice kind="warning">{t.saml_hint}</Notice> : null}
      {outcome === null ? null : (
        <Notice kind={outcome.ok ? 'good' : 'bad'} title={outcome.ok ? t.test_good : t.test_bad} isUrgent>
          {outcome.message}
        </Notice>
      )}
      <ProviderSettings provider={data} />
      <Admission provider={data} />
      {data.kind === 'oidc' ? <Redirect /> : null}
    </Page>
  );
}

function Admission({ provider }: { readonly provider: Provider }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const roleName = useRoleName();
  const { role_ceiling, default_role, role_mapping, just_in_time, allowed_email_domains, link_by_email } =
    provider;
  return (
    <Panel title={t.admission}>
      <Facts
        facts={[
          [t.ceiling, roleName(role_ceiling)],
          [t.default_role, default_role === null ? t.no_role : roleName(default_role)],
          [
            t.mapping,
            role_mapping.length === 0 ? null : (
              <ul key="mapping">
                {role_mapping.map(({ claim_value, group, role }) => (
                  <li key={`${claim_value ?? group} ${role}`}>
                    <code>{claim_value ?? group}</code> → {roleName(role)}
                  </li>
                ))}
              </ul>
            ),
          ],
          [t.just_in_time, just_in_time ? w.yes : w.no],
          provider.kind === 'oidc' ? [t.link, link_by_email ? w.yes : w.no] : null,
          [t.domains, allowed_email_domains?.join(', ')],
          [w.updated, <Time key="updated" at={provider.updated_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

/** The page of this console that providers send browsers back to. */
function Redirect() {
  const t = useTexts(texts);
  const address = `${location.origin}/console/sso/callback`;
  return (
    <Panel title={t.redirect}>
      <Stack gap="small">
        <Row>
          <code>{address}</code>
          <CopyButton text={address} />
        </Row>
        <p className="muted">{t.redirect_hint}</p>
      </Stack>
    </Panel>
  );
}

interface ActionsProps extends Tagged<Provider> {
  readonly mayChange: boolean;
  tested(outcome: Outcome | null): void;
}

function Actions({ data, etag, mayChange, tested }: ActionsProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const [isEditing, setEditing] = useState(false);
  const path = { provider_id: data.id };
  const test = useWrite('POST', '/auth/sso/providers/{provider_id}/test', { refreshes: [], onDone: tested });
  const remove = useWrite('DELETE', '/auth/sso/providers/{provider_id}', {
    done: t.deleted,
    refreshes: [],
    onDone: () => go('/sign-on-providers'),
  });
  return (
    <>
      <Button
        isPending={test.isPending}
        onPress={() => {
          tested(null);
          void test.run({ path });
        }}
      >
        {w.test}
      </Button>
      {mayChange ? (
        <>
          <Button onPress={() => setEditing(true)}>{w.edit}</Button>
          <ActionButton
            variant="danger"
            confirm={{ title: t.delete_question(data.name) }}
            run={() => remove.run({ path })}
          >
            {w.delete}
          </ActionButton>
        </>
      ) : null}
      {isEditing ? (
        <EditProviderDialog provider={data} etag={etag} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
