import {
  ActionButton,
  LinkButton,
  Notice,
  Page,
  Stack,
  Tabs,
  type Tagged,
  useGo,
  usePathParameter,
  useSearchText,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import type { Connection } from '../draft/connection-draft.ts';
import { DeadLetters } from '../runs/dead-letters.tsx';
import { RunsList } from '../runs/runs-list.tsx';
import { ConnectionOverview } from './connection-overview.tsx';
import { ConnectionState } from './connection-state.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { texts } from './texts.ts';
import { WhyNot } from './why-not.tsx';

const EVERY_MS = 15_000;

export default function ConnectionPage() {
  const connection_id = usePathParameter('connection_id');
  const read = useTagged(
    '/fabric/connections/{connection_id}',
    { path: { connection_id } },
    { live: ['fabric.connection.*'], everyMs: EVERY_MS },
  );
  return <WaitingFor read={read}>{(tagged) => <ConnectionDetails {...tagged} />}</WaitingFor>;
}

function ConnectionDetails({ data: connection }: Tagged<Connection>) {
  const t = useTexts(texts);
  const run = useRunWords();
  const { mayCall } = useSession();
  const [event_id] = useSearchText('event');
  const { id, name, paused_reason } = connection;
  return (
    <Page
      title={name}
      marks={<ConnectionState {...connection} />}
      actions={<ConnectionActions {...connection} />}
    >
      <Stack>
        {paused_reason === null ? null : (
          <Notice kind="warning" title={t.paused_title}>
            <p>
              {run.reason(paused_reason)} {t.paused_hint}
            </p>
          </Notice>
        )}
        <Tabs
          label={name}
          tabs={[
            {
              id: 'overview',
              title: t.picture,
              content: () => <ConnectionOverview connection={connection} />,
            },
            { id: 'runs', title: t.runs, content: () => <RunsList connection_id={id} /> },
            { id: 'dead', title: t.dead_letters, content: () => <DeadLetters connection_id={id} /> },
            {
              id: 'why-not',
              title: t.why_not,
              content: () => (
                <WhyNot
                  target={{ connection_id: id }}
                  pattern={connection.source_event}
                  event_id={event_id || null}
                />
              ),
            },
            ...(mayCall('POST', '/fabric/connections/{connection_id}/test')
              ? [{ id: 'test', title: t.test, content: () => <ConnectionTest connection={connection} /> }]
              : []),
          ]}
        />
      </Stack>
    </Page>
  );
}

function ConnectionActions({ id, is_enabled, paused_reason }: Connection) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const path = { connection_id: id };
  const isOn = is_enabled && paused_reason === null;
  const save = useWrite('PATCH', '/fabric/connections/{connection_id}', {
    done: isOn ? t.disabled : t.enabled,
  });
  const remove = useWrite('DELETE', '/fabric/connections/{connection_id}', {
    done: t.deleted,
    onDone: () => go('/connections'),
  });
  return (
    <>
      {mayCall('PATCH', '/fabric/connections/{connection_id}') ? (
        <>
          <LinkButton variant="primary" to={`/connections/${id}/edit`}>
            {w.edit}
          </LinkButton>
          <ActionButton run={() => save.run({ path, body: { is_enabled: !isOn } })}>
            {isOn ? t.disable : t.enable}
          </ActionButton>
        </>
      ) : null}
      {mayCall('DELETE', '/fabric/connections/{connection_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question }}
          run={() => remove.run({ path })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
    </>
  );
}
