import { Panel, Stack, useTexts } from '@patchbay/console-kit';
import { StepRecord, type StepRecordFacts } from '@patchbay/console-kit/steps';
import type { ReactNode } from 'react';
import { useActions } from '../editor/use-actions.ts';
import { texts } from './texts.ts';

export interface ExecutionTraceProps {
  readonly actions: readonly (StepRecordFacts & { readonly action_type: string })[];
  /** Below the record of each action, counted from 0. */
  extra?(place: number): ReactNode;
}

/** The actions in their order: what went in, what came out, why it stopped. */
export function ExecutionTrace({ actions, extra }: ExecutionTraceProps) {
  const t = useTexts(texts);
  const known = useActions();
  if (actions.length === 0) return <p className="muted">{t.no_action}</p>;
  return (
    <Stack>
      {actions.map((record, place) => (
        <Panel
          key={`${place} ${record.action_type}`}
          title={t.action(place + 1, known.find(record.action_type)?.title ?? record.action_type)}
        >
          <StepRecord record={record} />
          {extra?.(place)}
        </Panel>
      ))}
    </Stack>
  );
}
