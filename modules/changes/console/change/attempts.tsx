import {
  durationText,
  EmptyState,
  Facts,
  Json,
  Panel,
  type RowOf,
  Stack,
  StatusBadge,
  Time,
  UserLink,
  useRead,
  useTexts,
  WaitingFor,
} from '@patchbay/console-kit';
import type { Change } from '../what.ts';
import { changeWords } from '../words.ts';
import { compareDone } from './compare/compare.ts';
import { ThreeWay } from './compare/three-way.tsx';
import { texts } from './texts.ts';

type Attempt = RowOf<'/changes/{id}/attempts'>;

/** Every try to push the change: how it ended, and the values before and after. */
export function Attempts({ change }: { readonly change: Change }) {
  const t = useTexts(texts);
  const read = useRead('/changes/{id}/attempts', { path: { id: change.id }, query: { per_page: 200 } });
  return (
    <WaitingFor read={read}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState title={t.no_attempts}>{t.no_attempts_hint}</EmptyState>
        ) : (
          <Stack>
            {items.map((attempt, at) => (
              <OneAttempt key={attempt.id} attempt={attempt} change={change} number={total - at} />
            ))}
          </Stack>
        )
      }
    </WaitingFor>
  );
}

interface OneAttemptProps {
  readonly attempt: Attempt;
  readonly change: Change;
  readonly number: number;
}

function OneAttempt({ attempt, change, number }: OneAttemptProps) {
  const t = useTexts(texts);
  const c = useTexts(changeWords);
  const { outcome, started_at, finished_at, actor_id, error, output, output_truncated } = attempt;
  return (
    <Panel title={t.attempt(number)} actions={<StatusBadge status={outcome} label={c[outcome]} />}>
      {error === null ? null : <p className="mono">{error}</p>}
      <Facts
        facts={[
          [t.started, <Time key="started" at={started_at} form="full" />],
          finished_at === null
            ? null
            : [t.took, durationText(Date.parse(finished_at) - Date.parse(started_at))],
          [t.actor, <UserLink key="actor" user_id={actor_id} />],
          attempt.target_id === null ? null : [t.target, <code key="target">{attempt.target_id}</code>],
        ]}
      />
      <Values attempt={attempt} change={change} />
      {output === null || output === undefined ? null : (
        <>
          <Json label={t.output} value={output} />
          {output_truncated ? <p className="muted">{t.output_cut}</p> : null}
        </>
      )}
    </Panel>
  );
}

/** Before and after, as read from the device. */
export function Values({
  attempt: { before, after },
  change,
}: {
  readonly attempt: Attempt;
  readonly change: Change;
}) {
  const t = useTexts(texts);
  if (before === null && after === null) return <p className="muted">{t.no_before}</p>;
  return (
    <ThreeWay
      label={t.values}
      isDone
      rows={compareDone(before, after, change)}
      columns={[
        { title: t.before, value: 'former', absent: before === null ? t.absent : '–' },
        { title: t.staged, value: 'staged', absent: change.operation === 'delete' ? t.deleted : '–' },
        { title: t.after, value: 'now', absent: after === null ? t.absent : '–' },
      ]}
    />
  );
}
