import { Button, emptyObject, type FormSchema, SelectField, Stack, useTexts } from '@patchbay/console-kit';
import {
  asSchema,
  type Finding,
  inserted,
  moved,
  newStep,
  removed,
  type StepDraft,
  stepGroup,
  changed as stepsChanged,
  triggerGroup,
  type ValueGroup,
} from '@patchbay/console-kit/steps';
import { useMemo, useState } from 'react';
import { ActionEditor } from './action-editor.tsx';
import { outputOfAction } from './action-schema.ts';
import { texts } from './texts.ts';
import type { Actions } from './use-actions.ts';

export interface ActionsEditorProps {
  readonly value: readonly StepDraft[];
  onChange(value: readonly StepDraft[]): void;
  readonly actions: Actions;
  /** Schemas of what starts the rule. */
  readonly payloads: readonly unknown[];
  readonly findings: readonly Finding[];
}

/** The actions in their order. */
export function ActionsEditor({ value, onChange, actions, payloads, findings }: ActionsEditorProps) {
  const t = useTexts(texts);
  const groups = useGroups(value, actions, payloads);
  return (
    <Stack>
      {value.length === 0 ? <p className="muted">{t.no_action}</p> : null}
      {value.map((action, place) => (
        <ActionEditor
          key={action.key}
          action={action}
          place={place}
          last={value.length - 1}
          actions={actions}
          groups={groups.slice(0, place + 1)}
          findings={findings}
          onChange={(change) => onChange(stepsChanged(value, action.key, change))}
          move={(to) => onChange(moved(value, action.key, to))}
          remove={() => onChange(removed(value, action.key))}
        />
      ))}
      <AddAction
        actions={actions}
        add={(action_type) => {
          const schema: FormSchema = asSchema(actions.find(action_type)?.params_schema) ?? {};
          onChange(inserted(value, value.length, newStep(action_type, emptyObject(schema))));
        }}
      />
    </Stack>
  );
}

/** Values of the trigger, then of each action. */
function useGroups(
  value: readonly StepDraft[],
  actions: Actions,
  payloads: readonly unknown[],
): readonly ValueGroup[] {
  const t = useTexts(texts);
  return useMemo(
    () => [
      triggerGroup(t.trigger_group, payloads),
      ...value.map(({ name, params }, index) => {
        const action = actions.find(name);
        const output = outputOfAction(action?.output_schema, params, actions.isWrite);
        const title = t.action(index + 1, action?.title ?? name);
        return stepGroup({ ...output, title, seen: undefined, produces: [] }, index);
      }),
    ],
    [value, actions, payloads, t],
  );
}

interface AddActionProps {
  readonly actions: Actions;
  add(action_type: string): void;
}

function AddAction({ actions, add }: AddActionProps) {
  const t = useTexts(texts);
  const [chosen, choose] = useState<string | null>(null);
  const known = chosen === null ? undefined : actions.find(chosen);
  const refusal = known?.allowed === false ? t.not_allowed : undefined;
  return (
    <div className="toolbar">
      <SelectField
        label={t.kind}
        choices={actions.all.map(({ action_type, title, available }) => ({
          value: action_type,
          label: available ? title : `${title} (${t.not_available})`,
        }))}
        value={chosen}
        onChange={choose}
        error={refusal}
      />
      <Button
        isDisabled={chosen === null || refusal !== undefined}
        onPress={() => {
          if (chosen !== null) add(chosen);
          choose(null);
        }}
      >
        {t.add_action}
      </Button>
    </div>
  );
}
