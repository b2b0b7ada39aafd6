import { Stack, useTexts } from '@patchbay/console-kit';
import {
  ConditionsEditor,
  changed,
  type Finding,
  FindingList,
  fieldsOfAll,
  findingsAt,
  StepRecord,
} from '@patchbay/console-kit/steps';
import { type ReactNode, useState } from 'react';
import type { CanvasEditing } from '../canvas/canvas-context.ts';
import type { Catalog } from '../draft/catalog.ts';
import type { ConnectionDraft } from '../draft/connection-draft.ts';
import { texts } from '../editor/texts.ts';
import { BacktestPanel } from '../trial/backtest-panel.tsx';
import { TestPanel } from '../trial/test-panel.tsx';
import { texts as trialTexts } from '../trial/texts.ts';
import type { ShownResult } from '../trial/use-shown-run.ts';
import { AddPanel } from './add-panel.tsx';
import { EventPanel } from './event-panel.tsx';
import { Inspector } from './inspector.tsx';
import type { Panel } from './panel.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { StepPanel } from './step-panel.tsx';
import { useValueGroups } from './use-value-groups.ts';

export interface EditorPanelProps {
  readonly panel: Panel;
  close(): void;
  readonly draft: ConnectionDraft;
  set(change: Partial<ConnectionDraft>): void;
  readonly catalog: Catalog;
  readonly findings: readonly Finding[];
  readonly editing: CanvasEditing;
  readonly connection_id: string | null;
  readonly isUnsaved: boolean;
  readonly shown: ShownResult;
}

/** The part of the Connection that is worked on. */
export function EditorPanel(props: EditorPanelProps) {
  const { panel, close, draft, catalog } = props;
  const title = useTitle(panel, draft, catalog);
  const [backtest_id, startBacktest] = useState<string | null>(null);
  const focusKey = panel.at === 'step' ? panel.key : panel.at;
  return (
    <Inspector title={title} focusKey={focusKey} close={close}>
      <PanelContent {...props} backtest_id={backtest_id} startBacktest={startBacktest} />
    </Inspector>
  );
}

function useTitle(panel: Panel, { steps }: ConnectionDraft, catalog: Catalog): string {
  const t = useTexts(texts);
  const trial = useTexts(trialTexts);
  if (panel.at === 'step') {
    const place = steps.findIndex(({ key }) => key === panel.key);
    const name = steps[place]?.name ?? '';
    return t.step(place + 1, catalog.operation(name)?.title ?? name);
  }
  return {
    event: t.event,
    conditions: t.conditions,
    settings: t.settings,
    add: t.add_step,
    test: trial.test,
    backtest: trial.backtest,
  }[panel.at];
}

interface PanelContentProps extends EditorPanelProps {
  readonly backtest_id: string | null;
  startBacktest(id: string): void;
}

function PanelContent(props: PanelContentProps): ReactNode {
  const { panel, draft, set, catalog, findings, editing, connection_id, isUnsaved, shown } = props;
  const payloads = catalog.matching(draft.source_event).map(({ payload_schema }) => payload_schema);
  switch (panel.at) {
    case 'event':
      return (
        <EventPanel
          pattern={draft.source_event}
          onChange={(source_event) => set({ source_event })}
          catalog={catalog}
          findings={findings}
        />
      );
    case 'conditions':
      return (
        <Stack>
          <FindingList findings={findingsAt(findings, 'conditions')} />
          <ConditionsEditor
            value={draft.conditions}
            onChange={(conditions) => set({ conditions })}
            fields={fieldsOfAll(payloads)}
            findings={findings}
          />
        </Stack>
      );
    case 'settings':
      return <SettingsPanel draft={draft} onChange={set} findings={findings} />;
    case 'add':
      return (
        <AddPanel place={panel.place} source_event={draft.source_event} catalog={catalog} editing={editing} />
      );
    case 'test':
      return connection_id === null ? null : (
        <TestPanel
          connection_id={connection_id}
          pattern={draft.source_event}
          payload_schema={payloads[0]}
          isChanged={isUnsaved}
          show={shown.show}
        />
      );
    case 'backtest':
      return (
        <BacktestPanel
          draft={draft}
          backtest_id={props.backtest_id}
          started={props.startBacktest}
          show={shown.show}
          showAll={shown.showAll}
        />
      );
    default:
      return <StepContent {...props} step_key={panel.key} />;
  }
}

function StepContent(props: PanelContentProps & { readonly step_key: string }) {
  const { draft, set, catalog, findings, editing, connection_id, shown, step_key } = props;
  const trial = useTexts(trialTexts);
  const place = draft.steps.findIndex(({ key }) => key === step_key);
  const groups = useValueGroups(draft, catalog, connection_id, place);
  const step = draft.steps[place];
  if (step === undefined) return null;
  const record = shown.run?.steps[place];
  return (
    <StepPanel
      step={step}
      place={place}
      last={draft.steps.length - 1}
      operation={catalog.operation(step.name)}
      groups={groups}
      findings={findings}
      editing={editing}
      onChange={(change) => set({ steps: changed(draft.steps, step_key, change) })}
      result={
        record === undefined ? null : (
          <section aria-label={trial.result}>
            <h3>{trial.result}</h3>
            <StepRecord record={record} />
          </section>
        )
      }
    />
  );
}
