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
import { useEffect, useMemo, useState } from 'react';
import { DeadLetterActions } from './dead-letter-actions.tsx';
import { RunTrace } from './run-trace.tsx';
import { texts } from './texts.ts';

type Run = ReplyOf<'GET', '/fabric/runs/{run_id}'>;

const EVERY_MS = 2_000;

export default function RunPage() {
  const run_id = usePathParameter('run_id');
  const [isOver, setOver] = useState(false);
  const read = useRead('/fabric/runs/{run_id}', { path: { run_id } }, isOver ? {} : { everyMs: EVERY_MS });
  const ended = read.isError || (read.data !== undefined && read.data.finished_at !== null);
  useEffect(() => setOver(ended), [ended]);
  return <WaitingFor read={read}>{(run) => <RunDetails run={run} />}</WaitingFor>;
}

function RunDetails({ run }: { readonly run: Run }) {
  const t = useTexts(texts);
  const words = useRunWords();
  const connection = useRead('/fabric/connections/{connection_id}', {
    path: { connection_id: run.connection_id },
  });
  const name = connection.data?.name ?? t.connection;
  const shown = useMemo(() => ({ ...run, held: null }), [run]);
  return (
    <Page
      title={t.run_of(name)}
      marks={
        <Row>
          <StatusBadge status={run.status} label={words.status(run.status)} />
          {run.is_test ? <Badge>{t.test}</Badge> : null}
          {run.shadow ? <Badge kind="accent">{t.shadow}</Badge> : null}
        </Row>
      }
      actions={run.dead_letter === 'open' ? <DeadLetterActions run_id={run.id} /> : null}
    >
      <Stack>
        {run.reason === null ? null : (
          <Notice kind={run.status === 'failed' ? 'bad' : 'info'} title={t.why_stopped}>
            <p>{words.reason(run.reason)}</p>
          </Notice>
        )}
        <RunTrace
          label={t.run_of(name)}
          run={shown}
          source_event={connection.data?.source_event ?? ''}
          conditions={connection.data?.conditions ?? null}
          actions={(step) => (run.finished_at === null ? null : <Rerun run={run} step={step} />)}
        />
        <RunFacts run={run} name={name} />
      </Stack>
    </Page>
  );
}

function RunFacts({ run, name }: { readonly run: Run; readonly name: string }) {
  const t = useTexts(texts);
  const { started_at, finished_at, event_id, rerun_of, not_before, dead_letter } = run;
  const took =
    started_at === null || finished_at === null ? null : Date.parse(finished_at) - Date.parse(started_at);
  return (
    <Panel>
      <Facts
        facts={[
          [
            t.connection,
            <PageLink key="connection" to={`/connections/${run.connection_id}`}>
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
          [t.started, <Time key="started" at={started_at} form="full" />],
          [t.finished, <Time key="finished" at={finished_at} form="full" />],
          took === null ? null : [t.took, durationText(took)],
          not_before === null ? null : [t.again_at, <Time key="again" at={not_before} form="full" />],
          rerun_of === null
            ? null
            : [
                t.rerun_of,
                <PageLink key="rerun" to={`/runs/${rerun_of}`}>
                  {rerun_of}
                </PageLink>,
              ],
          dead_letter === null ? null : [t.dead_letters, t[`dead_${dead_letter}`]],
        ]}
      />
    </Panel>
  );
}

function Rerun({ run, step }: { readonly run: Run; readonly step: number }) {
  const t = useTexts(texts);
  const go = useGo();
  const { mayCall } = useSession();
  const rerun = useWrite('POST', '/fabric/runs/{run_id}/rerun', {
    done: t.rerun_done,
    onDone: ({ id }) => go(`/runs/${id}`),
  });
  if (!mayCall('POST', '/fabric/runs/{run_id}/rerun')) return null;
  const action = t.rerun_from(step + 1);
  return (
    <div>
      <ActionButton
        confirm={{ title: action, text: <p>{t.rerun_question}</p> }}
        run={() => rerun.run({ path: { run_id: run.id }, body: { from_step: step } })}
      >
        {action}
      </ActionButton>
    </div>
  );
}
