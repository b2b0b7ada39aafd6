import {
  Button,
  Disclosure,
  Facts,
  Json,
  Panel,
  Stack,
  Time,
  useRead,
  useTexts,
} from '@patchbay/console-kit';
import { type Change, isUnderWay } from '../what.ts';
import { changeWords } from '../words.ts';
import { Values } from './attempts.tsx';
import { Calls } from './calls.tsx';
import { type Comparison, compareFields } from './compare/compare.ts';
import { ThreeWay } from './compare/three-way.tsx';
import { Standing } from './standing.tsx';
import { texts } from './texts.ts';
import type { Preview } from './use-change.ts';

export interface ReviewProps {
  readonly change: Change;
  readonly preview: Preview | undefined;
  readonly comparison: Comparison;
  /** When the device was read last; null before. */
  readonly readAtMs: number | null;
  readonly isReading: boolean;
  readAgain(): void;
}

/** Effect of a change on its device, and the needs of applying it. */
export function Review(props: ReviewProps) {
  const { change, preview } = props;
  return (
    <Stack>
      {change.status === 'pending' && !isUnderWay(change) ? <Pending {...props} /> : <Done change={change} />}
      {change.status === 'pending' && !isUnderWay(change) ? (
        <Calls id={change.id} isConfirmed={change.confirm === 'device'} />
      ) : null}
      {preview === undefined ? null : <Standing change={change} preview={preview} />}
      <Details change={change} />
    </Stack>
  );
}

function Pending({ change, comparison, readAtMs, isReading, readAgain }: ReviewProps) {
  const t = useTexts(texts);
  const { now, former } = comparison;
  const rows = compareFields(comparison);
  const isLive = change.diff_base === 'live';
  return (
    <Panel
      title={t.diff}
      actions={
        change.operation === 'create' ? undefined : (
          <Button isPending={isReading} onPress={readAgain}>
            {t.read_again}
          </Button>
        )
      }
    >
      <p className="muted" role="status">
        {isReading ? (
          t.reading
        ) : readAtMs !== null && isLive ? (
          <>
            {t.read_at} <Time at={new Date(readAtMs).toISOString()} />
          </>
        ) : change.diff_base === 'none' ? (
          t.not_readable
        ) : null}
      </p>
      <ThreeWay
        label={t.fields}
        rows={rows}
        columns={[
          {
            title: isLive || change.diff_base === 'none' ? t.device_now : t.as_synced,
            value: 'now',
            absent: now === undefined && change.operation !== 'create' ? t.not_known : t.absent,
          },
          { title: t.staged, value: 'staged', absent: change.operation === 'delete' ? t.deleted : '–' },
          {
            title: t.when_staged,
            value: 'former',
            absent: former === undefined && change.operation !== 'create' ? t.not_known : t.absent,
          },
        ]}
      />
      {rows.length > 0 && rows.every(({ isChanged }) => !isChanged) ? <p>{t.no_difference}</p> : null}
    </Panel>
  );
}

/** A change that was applied shows what it did; a discarded one, what it would have done. */
function Done({ change }: { readonly change: Change }) {
  const t = useTexts(texts);
  const read = useRead(
    '/changes/{id}/attempts',
    { path: { id: change.id }, query: { per_page: 200 } },
    { enabled: change.status === 'applied' || isUnderWay(change) },
  );
  const attempt = read.data?.items.find(
    ({ outcome }) => outcome === 'succeeded' || outcome === 'awaiting_confirmation',
  );
  const before = Object.fromEntries(change.diff.map((entry) => [entry.field, entry.before]));
  return (
    <Panel title={t.diff}>
      {attempt !== undefined && (attempt.before !== null || attempt.after !== null) ? (
        <Values attempt={attempt} change={change} />
      ) : (
        <ThreeWay
          label={t.fields}
          rows={compareFields({ ...change, now: before, former: before, moved: [] })}
          columns={[
            { title: t.before, value: 'now', absent: t.absent },
            { title: t.staged, value: 'staged', absent: change.operation === 'delete' ? t.deleted : '–' },
          ]}
        />
      )}
    </Panel>
  );
}

function Details({ change }: { readonly change: Change }) {
  const t = useTexts(texts);
  const c = useTexts(changeWords);
  return (
    <Panel title={t.facts}>
      <Facts
        facts={[
          [t.feature, <code key="feature">{change.feature}</code>],
          change.target_id === null ? null : [t.target, <code key="target">{change.target_id}</code>],
          [t.risk, c[change.risk]],
          change.notes === null
            ? null
            : [
                t.notes,
                <span key="notes" style={{ whiteSpace: 'pre-wrap' }}>
                  {change.notes}
                </span>,
              ],
        ]}
      />
      <Disclosure title={t.payload}>
        <Json label={t.payload} value={change.payload} />
      </Disclosure>
    </Panel>
  );
}
