import { useTexts } from '@patchbay/console-kit';
import {
  conditionText,
  type Finding,
  findingsAt,
  findingsOfStep,
  worstOf,
} from '@patchbay/console-kit/steps-model';
import { useRef } from 'react';
import type { Catalog, Operation } from '../draft/catalog.ts';
import type { ConnectionDraft } from '../draft/connection-draft.ts';
import { type Card, CONDITIONS, EVENT, keptCards } from './cards.ts';
import { texts } from './texts.ts';

/** State and note of the steps, as a run or many runs left them. */
export interface StepMarks {
  readonly held: boolean | null;
  of(step: number): { readonly status: string | null; readonly note: string | null };
}

export const NO_MARKS: StepMarks = { held: null, of: () => ({ status: null, note: null }) };

type CanvasTexts = ReturnType<typeof useTexts<typeof texts.en>>;

/** The draft as cards. A card whose words stay the same stays the same object. */
export function useCards(
  draft: Pick<ConnectionDraft, 'source_event' | 'conditions' | 'steps'>,
  catalog: Catalog,
  findings: readonly Finding[],
  marks: StepMarks,
): readonly Card[] {
  const t = useTexts(texts);
  const former = useRef<readonly Card[]>([]);
  const cards = [
    eventCard(draft.source_event, catalog, findingsAt(findings, 'event'), t),
    conditionsCard(draft, findingsAt(findings, 'conditions'), marks, t),
    ...draft.steps.map(({ key, name }, index): Card => {
      const operation = catalog.operation(name);
      return {
        ...faultsOf(findingsOfStep(findings, index)),
        ...marks.of(index),
        id: key,
        kind: 'step',
        label: t.step(index + 1),
        title: operation?.title ?? name,
        detail: name,
        marks: marksOf(operation, catalog, t),
      };
    }),
  ];
  former.current = keptCards(former.current, cards);
  return former.current;
}

const faultsOf = (findings: readonly Finding[]): Pick<Card, 'fault' | 'faultText'> => ({
  fault: worstOf(findings),
  faultText: (findings.find(({ severity }) => severity === 'error') ?? findings[0])?.message ?? null,
});

function eventCard(pattern: string, catalog: Catalog, findings: readonly Finding[], t: CanvasTexts): Card {
  const events = catalog.matching(pattern);
  const [only] = events;
  const brings = [...new Set(events.flatMap(({ produces }) => produces))];
  return {
    ...faultsOf(findings),
    id: EVENT,
    kind: 'event',
    label: t.event,
    title:
      pattern === '' ? t.no_event : events.length === 1 ? (only?.title ?? pattern) : t.types(events.length),
    detail: pattern,
    marks: brings.length === 0 ? [] : [t.brings(brings.join(', '))],
    status: null,
    note: null,
  };
}

function conditionsCard(
  { conditions }: Pick<ConnectionDraft, 'conditions'>,
  findings: readonly Finding[],
  { held }: StepMarks,
  t: CanvasTexts,
): Card {
  const { rows, logic } = conditions;
  const [first] = rows;
  const many = logic === 'or' ? t.any_of : t.all_of;
  return {
    ...faultsOf(findings),
    id: CONDITIONS,
    kind: 'conditions',
    label: t.conditions,
    title: first === undefined ? t.always : rows.length === 1 ? conditionText(first) : many,
    detail: rows.length < 2 ? '' : rows.map(conditionText).join(', '),
    marks: [],
    status: null,
    note: held === null ? null : held ? t.held : t.not_held,
  };
}

function marksOf(
  operation: Operation | undefined,
  { operations }: Catalog,
  t: CanvasTexts,
): readonly string[] {
  if (operation === undefined) return operations.length === 0 ? [] : [t.unknown];
  return [
    ...(operation.write ? [t.stages] : []),
    ...(operation.accepts.length === 0 ? [] : [t.takes(operation.accepts.join(', '))]),
    ...(operation.produces.length === 0 ? [] : [t.brings(operation.produces.join(', '))]),
  ];
}
