import { emptyObject, type FormSchema, tellDone, useTexts } from '@patchbay/console-kit';
import {
  asSchema,
  inserted,
  type MediaFault,
  moved,
  newStep,
  removed,
  type StepDraft,
} from '@patchbay/console-kit/steps-model';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { CanvasEditing } from '../canvas/canvas-context.ts';
import { texts as canvasTexts } from '../canvas/texts.ts';
import { type Catalog, faultOfOrder } from '../draft/catalog.ts';
import type { ConnectionDraft } from '../draft/connection-draft.ts';
import type { Panel } from '../panels/panel.ts';
import { texts } from './texts.ts';

interface EditingInput {
  readonly draft: ConnectionDraft;
  readonly catalog: Catalog;
  setSteps(change: (steps: readonly StepDraft[]) => readonly StepDraft[]): void;
  open(panel: Panel): void;
}

/** Actions on the steps, by mouse and by keyboard alike. The same object as long as the editor is shown. */
export function useEditing(input: EditingInput): CanvasEditing {
  const t = useTexts(texts);
  const words = useTexts(canvasTexts);
  const latest = useRef({ ...input, t, words });
  useLayoutEffect(() => {
    latest.current = { ...input, t, words };
  });
  return useMemo(() => editingOf(() => latest.current), []);
}

type Latest = EditingInput & {
  readonly t: ReturnType<typeof useTexts<typeof texts.en>>;
  readonly words: ReturnType<typeof useTexts<typeof canvasTexts.en>>;
};

function editingOf(now: () => Latest): CanvasEditing {
  const titleOf = (name: string): string => now().catalog.operation(name)?.title ?? name;
  const refusal = (next: readonly Pick<StepDraft, 'key' | 'name'>[]): string | null => {
    const { draft, catalog } = now();
    const fault = faultOfOrder(catalog, draft.source_event, draft.steps, next);
    return fault === null ? null : reasonOf(fault, next[fault.step]?.name ?? '');
  };
  const reasonOf = ({ step, accepts, before }: MediaFault, name: string): string => {
    const { words } = now();
    const label = `${words.step(step + 1)} (${titleOf(name)})`;
    const takes = accepts.join(', ');
    return before.length === 0
      ? words.lacks(label, takes)
      : words.other_before(label, takes, before.join(', '));
  };
  return {
    move: (key, to) => now().setSteps((steps) => moved(steps, key, to)),
    add: (place) => now().open({ at: 'add', place }),
    insert(name, at) {
      const { catalog, setSteps, open } = now();
      const schema: FormSchema = asSchema(catalog.operation(name)?.input_schema) ?? {};
      const step = newStep(name, emptyObject(schema));
      setSteps((steps) => inserted(steps, at, step));
      open({ at: 'step', key: step.key });
    },
    remove(key) {
      const { draft, setSteps, open, t } = now();
      const place = draft.steps.findIndex((step) => step.key === key);
      const step = draft.steps[place];
      if (step === undefined) return;
      setSteps((steps) => removed(steps, key));
      open({ at: 'add', place });
      tellDone(t.removed(titleOf(step.name)), {
        label: t.undo,
        run: () => {
          now().setSteps(() => draft.steps);
          now().open({ at: 'step', key });
        },
      });
    },
    refusesMove: (key, to) => refusal(moved(now().draft.steps, key, to)),
    refusesInsert: (name, at) => refusal(now().draft.steps.toSpliced(at, 0, newStep(name))),
  };
}
