import {
  ActionButton,
  Badge,
  durationText,
  Facts,
  Notice,
  Page,
  PageLink,
  Panel,
  type ReplyOf,
  Row,
  Stack,
  StatusBadge,
  Time,
  useGo,
  usePathParameter,
  useRead,
  useSession,
  useTexts,
  useWrite,
  WaitingFor,
} from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import { useEffect, useState } from 'react';
import { DeadLetterActions } from './dead-letter-actions.tsx';
import { ExecutionTrace } from './execution-trace.tsx';
import { texts } from './texts.ts';

type Execution = ReplyOf<'GET', '/automation/executions/{execution_id}'>;

const EVERY_MS = 2_000;

export default function ExecutionPage() {
  const execution_id = usePathParameter('execution_id');
  const [isOver, setOver] = useState(false);
  const read = useRead(
    '/automation/executions/{execution_id}',
    { path: { execution_id } },
    isOver ? {} : { everyMs: EVERY_MS },
  );
  const ended = read.isError || (read.data !== undefined && read.data.finished_at !== null);
  useEffect(() => setOver(ended), [ended]);
  return <WaitingFor read={read}>{(execution) => <ExecutionDetails execution={execution} />}</WaitingFor>;
}

function ExecutionDetails({ execution }: { readonly execution: Execution }) {
  const t = useTexts(texts);
  const words = useRunWords();
  const rule = useRead('/automation/rules/{rule_id}', { path: { rule_id: execution.rule_id } });
  const name = rule.data?.name ?? t.rule;
  return (
    <Page
      title={t.execution_of(name)}
      marks={
        <Row>
          <StatusBadge status={execution.status} label={words.status(execution.status)} />
          {execution.is_test ? <Badge>{t.test}</Badge> : null}
          {execution.shadow ? <Badge kind="accent">{t.shadow}</Badge> : null}
        </Row>
      }
      actions={execution.dead_letter === 'open' ? <DeadLetterActions execution_id={execution.id} /> : null}
    >
      <Stack>
        {execution.reason === null ? null : (
          <Notice kind={execution.status === 'failed' ? 'bad' : 'info'} title={t.why_stopped}>
            <p>{words.reason(execution.reason)}</p>
          </Notice>
        )}
        <ExecutionFacts execution={execution} name={name} />
        <ExecutionTrace
          actions={execution.actions}
          extra={(place) =>
            execution.finished_at === null ? null : <Rerun execution_id={execution.id} place={place} />
          }
        />
      </Stack>
    </Page>
  );
}

function ExecutionFacts({ execution, name }: { readonly execution: Execution; readonly name: string }) {
  const t = useTexts(texts);
  const { rule_id, event_id, scheduled_for, started_at, finished_at, not_before, rerun_of, dead_letter } =
    execution;
  const took =
    started_at === null || finished_at === null ? null : Date.parse(finished_at) - Date.parse(started_at);
  return (
    <Panel>
      <Facts
        facts={[
          [
            t.rule,
            <PageLink key="rule" to={`/rules/${rule_id}`}>
              {name}
            </PageLink>,
          ],
          event_id === null
            ? null
            : [
                t.event,
                <PageLink key="event" to="/events" search={{ event: event_id }}>
                  {event_id}
                </PageLink>,
              ],
          scheduled_for === null
            ? null
            : [t.scheduled_for, <Time key="due" at={scheduled_for} form="full" />],
          [t.started, <Time key="started" at={started_at} form="full" />],
          [t.finished, <Time key="finished" at={finished_at} form="full" />],
          took === null ? null : [t.took, durationText(took)],
          not_before === null ? null : [t.again_at, <Time key="again" at={not_before} form="full" />],
          rerun_of === null
            ? null
            : [
                t.rerun_of,
                <PageLink key="rerun" to={`/executions/${rerun_of}`}>
                  {rerun_of}
                </PageLink>,
              ],
          dead_letter === null ? null : [t.dead_letters, t[`dead_${dead_letter}`]],
        ]}
      />
    </Panel>
  );
}

function Rerun({ execution_id, place }: { readonly execution_id: string; readonly place: number }) {
  const t = useTexts(texts);
  const go = useGo();
  const { mayCall } = useSession();
  const rerun = useWrite('POST', '/automation/executions/{execution_id}/rerun', {
    done: t.rerun_done,
    onDone: ({ id }) => go(`/executions/${id}`),
  });
  if (!mayCall('POST', '/automation/executions/{execution_id}/rerun')) return null;
  const action = t.rerun_from(place + 1);
  return (
    <div>
      <ActionButton
        confirm={{ title: action, text: <p>{t.rerun_question}</p> }}
        run={() => rerun.run({ path: { execution_id }, body: { from_action: place } })}
      >
        {action}
      </ActionButton>
    </div>
  );
}
