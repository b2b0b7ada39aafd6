import {
  Button,
  call,
  Facts,
  Form,
  Notice,
  Panel,
  type Profile,
  Row,
  Stack,
  type Tagged,
  Time,
  useRoleName,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import styles from './profile.module.css';
import { texts } from './texts.ts';

interface Values {
  readonly display_name: string;
  readonly email: string;
}

const valuesOf = ({ display_name, email }: Profile): Values => ({ display_name: display_name ?? '', email });

/** Name and address of the user. */
export function OwnRecord() {
  const read = useTagged('/auth/me', {});
  return (
    <WaitingFor read={read}>
      {(tagged) => (
        <Stack>
          {tagged.data.pending_email === null ? null : (
            <PendingEmail email={tagged.data.email} pending={tagged.data.pending_email} />
          )}
          <Identity me={tagged.data} />
          <RecordForm key={tagged.data.updated_at} {...tagged} />
        </Stack>
      )}
    </WaitingFor>
  );
}

function Identity({ me }: { readonly me: Profile }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const roleName = useRoleName();
  return (
    <Panel title={t.record}>
      <Facts
        facts={[
          [t.username, me.username],
          [t.role, roleName(me.role)],
          [t.organization, me.organization.name],
          [t.last_login, <Time key="login" at={me.last_login_at} form="full" />],
          [w.created, <Time key="created" at={me.created_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

function RecordForm({ data: me, etag }: Tagged<Profile>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { reload } = useSession();
  const save = useWrite('PATCH', '/auth/me', { done: t.saved, onDone: () => void reload() });
  return (
    <Panel title={w.edit}>
      <div className={styles['narrow']}>
        <Form
          fields={[
            { kind: 'text', key: 'display_name', label: t.display_name, hint: t.display_name_hint },
            {
              kind: 'email',
              key: 'email',
              label: t.email,
              hint: t.email_hint,
              isRequired: true,
              autoComplete: 'email',
            },
          ]}
          initial={valuesOf(me)}
          action={w.save}
          submit={({ display_name, email }, newest) =>
            save.send({
              etag: newest ?? etag,
              body: {
                display_name: display_name || null,
                // The present address, sent again, would withdraw one that waits.
                ...(email === me.email ? {} : { email }),
              },
            })
          }
          latest={async () => {
            const { data, response } = await call('GET', '/auth/me', {});
            return { values: valuesOf(data), etag: response.headers.get('etag') };
          }}
        />
      </div>
    </Panel>
  );
}

interface PendingEmailProps {
  readonly email: string;
  readonly pending: string;
}

function PendingEmail({ email, pending }: PendingEmailProps) {
  const t = useTexts(texts);
  const again = useWrite('PATCH', '/auth/me', { done: t.again_done });
  const withdraw = useWrite('PATCH', '/auth/me', { done: t.withdrawn });
  return (
    <Notice kind="warning" title={t.pending}>
      <p>{t.pending_hint(pending)}</p>
      <Row>
        <Button isPending={again.isPending} onPress={() => void again.run({ body: { email: pending } })}>
          {t.again}
        </Button>
        <Button isPending={withdraw.isPending} onPress={() => void withdraw.run({ body: { email } })}>
          {t.withdraw}
        </Button>
      </Row>
    </Notice>
  );
}
