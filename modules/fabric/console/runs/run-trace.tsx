import { Panel, Stack, useSearchText, useTexts } from '@patchbay/console-kit';
import { conditionsFrom, newStep, type StepDraft, StepRecord } from '@patchbay/console-kit/steps';
import { type ReactNode, useMemo } from 'react';
import { CanvasOrList } from '../canvas/canvas-or-list.tsx';
import { BEFORE_STEPS } from '../canvas/cards.ts';
import { useCards } from '../canvas/use-cards.ts';
import { useCatalog } from '../draft/use-catalog.ts';
import { type ShownRun, stoppedAt } from '../trial/overlay.ts';
import { marksOfRun } from '../trial/use-shown-run.ts';
import { texts } from './texts.ts';

export interface RunTraceProps {
  readonly label: string;
  readonly run: ShownRun;
  readonly source_event: string;
  /** Of the Connection as it is now. */
  readonly conditions: unknown;
  /** Below the record of the chosen step, counted from 0. */
  actions?(step: number): ReactNode;
}

const NO_FINDINGS: readonly never[] = [];

/** A run on the canvas; the step at which it stopped is open at first. */
export function RunTrace({ label, run, source_event, conditions, actions }: RunTraceProps) {
  const t = useTexts(texts);
  const catalog = useCatalog();
  const [text, setText] = useSearchText('step');
  const operations = run.steps.map(({ operation_id }) => operation_id).join(' ');
  const draft = useMemo(
    () => ({
      source_event,
      conditions: conditionsFrom(conditions),
      steps:
        operations === ''
          ? []
          : operations.split(' ').map((name, place): StepDraft => ({ ...newStep(name), key: keyOf(place) })),
    }),
    [source_event, conditions, operations],
  );
  const marks = useMemo(() => marksOfRun(run), [run]);
  const cards = useCards(draft, catalog, NO_FINDINGS, marks);
  const place = text === '' ? stoppedAt(run.steps) : Number(text) - 1;
  const record = place === null ? undefined : run.steps[place];
  return (
    <Stack>
      <CanvasOrList
        label={label}
        cards={cards}
        chosen={place === null ? null : keyOf(place)}
        choose={(id) => {
          const card = cards.findIndex((each) => each.id === id) - BEFORE_STEPS;
          if (card >= 0) setText(String(card + 1));
        }}
      />
      {record === undefined || place === null ? (
        run.steps.length === 0 ? null : (
          <p className="muted">{t.choose_step}</p>
        )
      ) : (
        <Panel
          title={t.step(place + 1, catalog.operation(record.operation_id)?.title ?? record.operation_id)}
        >
          <StepRecord record={record} />
          {actions?.(place)}
        </Panel>
      )}
    </Stack>
  );
}

const keyOf = (place: number): string => `run-step-${place}`;
