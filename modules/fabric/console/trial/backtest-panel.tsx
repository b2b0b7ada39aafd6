import {
  ActionButton,
  Button,
  call,
  DataTable,
  ErrorNotice,
  Facts,
  Notice,
  NumberField,
  type ReplyOf,
  Stack,
  StatusBadge,
  Time,
  useRead,
  useTexts,
} from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import { useEffect, useState } from 'react';
import { bodyOf, type ConnectionDraft } from '../draft/connection-draft.ts';
import type { ShownRun } from './overlay.ts';
import { texts } from './texts.ts';

type Backtest = ReplyOf<'GET', '/fabric/backtests/{backtest_id}'>;

const EVERY_MS = 1_000;
const FIRST_DAYS = 7;

export interface BacktestPanelProps {
  readonly draft: ConnectionDraft;
  readonly backtest_id: string | null;
  started(backtest_id: string): void;
  /** One of its runs, on the canvas. */
  show(run: ShownRun): void;
  /** All of its runs, counted on the canvas. */
  showAll(runs: Backtest['runs']): void;
}

/** Tries the draft on past events. */
export function BacktestPanel({ draft, backtest_id, started, show, showAll }: BacktestPanelProps) {
  const t = useTexts(texts);
  const [days, setDays] = useState<number | null>(FIRST_DAYS);
  const [error, setError] = useState<unknown>(null);
  const isReady = draft.name.trim() !== '' && draft.source_event !== '' && draft.steps.length > 0;
  const start = async () => {
    setError(null);
    try {
      const body = { connection: bodyOf(draft), days: days ?? FIRST_DAYS };
      const { data } = await call('POST', '/fabric/connections/backtest', { body });
      started(data.backtest_id);
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <Stack>
      <p className="muted">{t.backtest_hint}</p>
      <NumberField label={t.days} hint="1–30" value={days} onChange={setDays} />
      {isReady ? null : <p className="muted">{t.name_first}</p>}
      <div>
        <ActionButton variant="primary" isDisabled={!isReady || days === null} run={start}>
          {t.start}
        </ActionButton>
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {backtest_id === null ? null : <Progress backtest_id={backtest_id} show={show} showAll={showAll} />}
    </Stack>
  );
}

type ProgressProps = Pick<BacktestPanelProps, 'show' | 'showAll'> & { readonly backtest_id: string };

const hasEnded = ({ status }: Backtest): boolean => status === 'succeeded' || status === 'failed';

/** Asked again until it has ended; then its runs are counted on the canvas. */
function Progress({ backtest_id, show, showAll }: ProgressProps) {
  const t = useTexts(texts);
  const [isOver, setOver] = useState(false);
  const { data, error } = useRead(
    '/fabric/backtests/{backtest_id}',
    { path: { backtest_id } },
    isOver ? {} : { everyMs: EVERY_MS },
  );
  const ended = data !== undefined && hasEnded(data);
  // Told once, when it has ended
  useEffect(() => {
    setOver(ended);
    if (ended) showAll(data.runs);
  }, [ended]);
  if (error !== null && data === undefined) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  if (!ended) return <p role="status">{t.running(data.events, data.events_in_all)}</p>;
  return <Outcome backtest={data} show={show} showAll={showAll} />;
}

function Outcome({
  backtest,
  show,
  showAll,
}: Omit<ProgressProps, 'backtest_id'> & { readonly backtest: Backtest }) {
  const t = useTexts(texts);
  const words = useRunWords();
  const { refused } = backtest;
  if (backtest.status === 'failed')
    return (
      <Notice kind="bad" title={t.failed}>
        <p>{backtest.reason}</p>
      </Notice>
    );
  return (
    <Stack>
      <Facts
        facts={[
          [t.would_run, backtest.would_run],
          [t.would_fail, backtest.would_fail],
          [t.would_stage, backtest.would_stage],
          [t.matched, backtest.matched],
          [t.conditions_failed, backtest.conditions_failed],
          refused.cooldown === 0 ? null : [t.rested, refused.cooldown],
          refused.rate_ceiling === 0 ? null : [t.throttled, refused.rate_ceiling],
          refused.loop === 0 ? null : [t.looped, refused.loop],
        ]}
      />
      {backtest.is_truncated ? <p className="muted">{t.truncated}</p> : null}
      {backtest.runs.length === 0 ? (
        <p className="muted">{t.none}</p>
      ) : (
        <>
          <div>
            <Button onPress={() => showAll(backtest.runs)}>{t.on_canvas}</Button>
          </div>
          <DataTable
            label={t.runs}
            rows={backtest.runs}
            idOf={({ event_id }) => event_id}
            columns={[
              { id: 'at', title: t.happened, cell: ({ occurred_at }) => <Time at={occurred_at} /> },
              {
                id: 'status',
                title: t.result,
                cell: ({ status }) => <StatusBadge status={status} label={words.status(status)} />,
              },
            ]}
            actions={({ status, reason, steps, occurred_at }) => (
              <Button
                variant="quiet"
                aria-label={`${t.show} ${occurred_at}`}
                onPress={() => show({ status, reason, steps, held: true })}
              >
                {t.show}
              </Button>
            )}
          />
        </>
      )}
    </Stack>
  );
}
