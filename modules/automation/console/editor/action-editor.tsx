import { Button, Panel, Row, useTexts } from '@patchbay/console-kit';
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
import { schemaOfAction } from './action-schema.ts';
import { texts } from './texts.ts';
import type { Actions } from './use-actions.ts';

export interface ActionEditorProps {
  readonly action: StepDraft;
  readonly place: number;
  readonly last: number;
  readonly actions: Actions;
  readonly groups: readonly ValueGroup[];
  readonly findings: readonly Finding[];
  onChange(change: Partial<StepDraft>): void;
  move(to: number): void;
  remove(): void;
}

/** One action of a rule. */
export function ActionEditor({
  action,
  place,
  last,
  actions,
  groups,
  findings,
  onChange,
  move,
  remove,
}: ActionEditorProps) {
  const t = useTexts(texts);
  const known = actions.find(action.name);
  const n = place + 1;
  return (
    <Panel
      title={t.action(n, known?.title ?? action.name)}
      actions={
        <Row>
          <Button isIcon aria-label={t.earlier(n)} isDisabled={place === 0} onPress={() => move(place - 1)}>
            ↑
          </Button>
          <Button isIcon aria-label={t.later(n)} isDisabled={place === last} onPress={() => move(place + 1)}>
            ↓
          </Button>
          <Button isIcon variant="quiet" aria-label={t.remove(n)} onPress={remove}>
            ×
          </Button>
        </Row>
      }
    >
      <p className="muted">
        <code>{action.name}</code> {known?.description}
      </p>
      <FindingList findings={findingsOfStep(findings, place)} />
      <ParamsForm
        schema={schemaOfAction(known, action.params, actions.described)}
        params={action.params}
        onChange={(params) => onChange({ params })}
        groups={groups}
        errors={paramErrors(findings, place)}
      />
      <PolicyFields step={action} onChange={onChange} />
    </Panel>
  );
}
