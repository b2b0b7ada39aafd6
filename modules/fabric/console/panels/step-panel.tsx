import { Badge, Button, Disclosure, Row, Stack, useTexts } from '@patchbay/console-kit';
import {
  type Finding,
  FindingList,
  findingsOfStep,
  ParamsForm,
  PolicyFields,
  paramErrors,
  type StepDraft,
  type ValueGroup,
} from '@patchbay/console-kit/steps';
import type { ReactNode } from 'react';
import type { CanvasEditing } from '../canvas/canvas-context.ts';
import type { Operation } from '../draft/catalog.ts';
import { texts } from '../editor/texts.ts';

export interface StepPanelProps {
  readonly step: StepDraft;
  readonly place: number;
  readonly last: number;
  readonly operation: Operation | undefined;
  readonly groups: readonly ValueGroup[];
  readonly findings: readonly Finding[];
  readonly editing: CanvasEditing;
  onChange(change: Partial<StepDraft>): void;
  /** Result of a test. */
  readonly result: ReactNode;
}

/** One step: its params as a form, what happens when it fails, and its place. */
export function StepPanel({
  step,
  place,
  last,
  operation,
  groups,
  findings,
  editing,
  onChange,
  result,
}: StepPanelProps) {
  const t = useTexts(texts);
  return (
    <Stack>
      <Row>
        <Button isDisabled={place === 0} onPress={() => editing.move(step.key, place - 1)}>
          {t.earlier}
        </Button>
        <Button isDisabled={place === last} onPress={() => editing.move(step.key, place + 1)}>
          {t.later}
        </Button>
        <Button onPress={() => editing.add(place + 1)}>{t.insert_after}</Button>
        <Button variant="quiet" onPress={() => editing.remove(step.key)}>
          {t.remove}
        </Button>
      </Row>
      <p>
        <code>{step.name}</code> {operation?.description}
      </p>
      {operation?.write ? (
        <p>
          <Badge kind="accent">{operation.feature}</Badge> {t.staged}
        </p>
      ) : null}
      {result}
      <FindingList findings={findingsOfStep(findings, place)} />
      <ParamsForm
        key={step.key}
        schema={operation?.input_schema}
        params={step.params}
        onChange={(params) => onChange({ params })}
        groups={groups}
        errors={paramErrors(findings, place)}
      />
      <PolicyFields step={step} onChange={onChange} />
      <Disclosure title={t.params}>
        <pre className="code">{JSON.stringify(step.params, null, 2)}</pre>
      </Disclosure>
    </Stack>
  );
}
