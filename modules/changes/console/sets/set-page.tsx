import {
  Badge,
  ControllerLink,
  DataTable,
  durationText,
  Facts,
  Notice,
  Page,
  PageLink,
  Panel,
  SiteLink,
  Stack,
  StatusBadge,
  Time,
  UserLink,
  usePathParameter,
  useRead,
  useTexts,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { featureWords, objectOf } from '../what.ts';
import { changeWords } from '../words.ts';
import type { ChangeSet } from './change-set.ts';
import { SetActions } from './set-actions.tsx';
import { SetProgress } from './set-progress.tsx';
import { texts } from './texts.ts';

type Item = ChangeSet['changes'][number];

const RUNNING_MS = 2_000;
const IDLE_MS = 30_000;

export default function SetPage() {
  const set_id = usePathParameter('set_id');
  const [everyMs, setEveryMs] = useState(IDLE_MS);
  const read = useRead(
    '/change-sets/{set_id}',
    { path: { set_id } },
    { live: ['controller.change_set.*'], everyMs },
  );
  const status = read.data?.status;
  useEffect(() => setEveryMs(status === 'running' ? RUNNING_MS : IDLE_MS), [status]);
  return <WaitingFor read={read}>{(set) => <SetDetails set={set} />}</WaitingFor>;
}

function SetDetails({ set }: { readonly set: ChangeSet }) {
  const t = useTexts(texts);
  const { name, status, done, total, reason } = set;
  return (
    <Page
      title={name}
      marks={<StatusBadge status={status} label={t[status]} />}
      actions={<SetActions set={set} />}
      summary={<SetProgress done={done} total={total} />}
    >
      <Stack>
        {reason === null ? null : (
          <Notice kind={status === 'stopped' ? 'bad' : 'info'} title={t[status]}>
            <p>{reason}</p>
          </Notice>
        )}
        <Items set={set} />
        <Panel title={t.facts}>
          <Facts
            facts={[
              [t.canary, set.canary],
              [t.stop_on_failure, <Stops key="stops" isStopping={set.stop_on_failure} />],
              [t.apply_at, set.apply_at === null ? t.now : <Time key="at" at={set.apply_at} form="full" />],
              [t.created_by, <UserLink key="made" user_id={set.created_by} />],
              set.applied_by === null
                ? null
                : [t.applied_by, <UserLink key="applied" user_id={set.applied_by} />],
              set.started_at === null
                ? null
                : [t.started, <Time key="started" at={set.started_at} form="full" />],
              set.finished_at === null
                ? null
                : [t.ended, <Time key="ended" at={set.finished_at} form="full" />],
            ]}
          />
        </Panel>
      </Stack>
    </Page>
  );
}

function Stops({ isStopping }: { readonly isStopping: boolean }) {
  const w = useTexts(words);
  return <>{isStopping ? w.yes : w.no}</>;
}

/** Outcome of each change, in their order. */
function Items({ set: { changes, canary } }: { readonly set: ChangeSet }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const c = useTexts(changeWords);
  const titleOf = (item: Item) =>
    c.title({ operation: item.operation, what: featureWords(item.feature), name: objectOf(item) });
  return (
    <DataTable
      label={t.changes}
      idOf={({ change_id }) => change_id}
      rows={changes.toSorted((one, other) => one.position - other.position)}
      columns={[
        {
          id: 'change',
          title: t.change,
          cell: (item) => (
            <>
              <span className="muted">{item.position + 1}. </span>
              <PageLink to={`/changes/${item.change_id}`}>{titleOf(item)}</PageLink>
            </>
          ),
        },
        {
          id: 'outcome',
          title: t.outcome,
          cell: ({ outcome, position }) => (
            <span className="row">
              <StatusBadge status={outcome === 'applying' ? 'running' : outcome} label={t[`o_${outcome}`]} />
              {canary !== null && position < canary ? <Badge>{t.is_canary}</Badge> : null}
            </span>
          ),
        },
        { id: 'error', title: t.error, cell: ({ error }) => error },
        {
          id: 'controller',
          title: w.controller,
          cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
        },
        { id: 'site', title: w.site, cell: ({ site_id }) => <SiteLink site_id={site_id} /> },
        {
          id: 'took',
          title: t.took,
          align: 'end',
          cell: ({ started_at, finished_at }) =>
            started_at === null || finished_at === null
              ? null
              : durationText(Date.parse(finished_at) - Date.parse(started_at)),
        },
      ]}
    />
  );
}
