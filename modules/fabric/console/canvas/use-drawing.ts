import type { Edge, OnConnectEnd, OnNodeDrag } from '@patchbay/console-kit/flow';
import { type DragEvent, useRef, useState } from 'react';
import type { CanvasEditing } from './canvas-context.ts';
import type { CardNode } from './card-node.tsx';
import { BEFORE_STEPS, type Card } from './cards.ts';
import { draggedOperation } from './dragged-operation.ts';
import { cellAt, gapAt, middleOf, type Point } from './layout.ts';

interface DrawingInput {
  readonly cards: readonly Card[];
  readonly columns: number;
  readonly editing: CanvasEditing | null;
  /** Puts dragged nodes back to their places. */
  putBack(): void;
  /** A point of the screen on the canvas. */
  pointAt(x: number, y: number): Point;
}

/** Effect of letting the pointer go now. */
interface Intent {
  /** Gap before which card; null while a line is drawn. */
  readonly gap: number | null;
  readonly refusal: string | null;
}

const NOTHING: Intent = { gap: null, refusal: null };
const REFUSAL_SHOWN_MS = 6_000;

/** Dragging of steps, drawing of lines and dropping of operations. What does not fit is refused with its reason. */
export function useDrawing({ cards, columns, editing, putBack, pointAt }: DrawingInput) {
  const [intent, setIntent] = useState<Intent>(NOTHING);
  const timer = useRef<number>(undefined);
  const intend = (next: Intent) => {
    window.clearTimeout(timer.current);
    setIntent((former) => (former.gap === next.gap && former.refusal === next.refusal ? former : next));
  };
  /** A refusal stays readable for a while. */
  const end = (refusal: string | null) => {
    intend({ gap: null, refusal });
    if (refusal !== null) timer.current = window.setTimeout(() => setIntent(NOTHING), REFUSAL_SHOWN_MS);
  };
  const stepOf = (id: string): number => cards.findIndex((card) => card.id === id) - BEFORE_STEPS;

  const dropOf = (node: CardNode) => {
    const from = stepOf(node.id);
    const to = Math.max(0, cellAt(middleOf(node.position), cards.length, columns) - BEFORE_STEPS);
    if (to === from) return null;
    return {
      to,
      gap: BEFORE_STEPS + (to > from ? to + 1 : to),
      refusal: editing?.refusesMove(node.id, to) ?? null,
    };
  };
  const onNodeDrag: OnNodeDrag<CardNode> = (_, node) => {
    const drop = dropOf(node);
    intend(drop === null ? NOTHING : { gap: drop.gap, refusal: drop.refusal });
  };
  const onNodeDragStop: OnNodeDrag<CardNode> = (_, node) => {
    const drop = dropOf(node);
    end(drop?.refusal ?? null);
    if (drop === null || drop.refusal !== null) putBack();
    else editing?.move(node.id, drop.to);
  };

  /** Place of the target when it follows the source. */
  const placeAfter = (source: string, target: string): number => {
    const after = Math.max(0, stepOf(source) + 1);
    return stepOf(target) < after ? after - 1 : after;
  };
  const isValidConnection = ({
    source,
    target,
  }: {
    readonly source: string;
    readonly target: string;
  }): boolean => {
    if (editing === null || source === target || stepOf(target) < 0) return false;
    const to = placeAfter(source, target);
    const refusal = to === stepOf(target) ? null : editing.refusesMove(target, to);
    intend({ gap: null, refusal });
    return refusal === null;
  };
  const onConnect = ({ source, target }: { readonly source: string; readonly target: string }) =>
    editing?.move(target, placeAfter(source, target));
  const onConnectEnd: OnConnectEnd = (_, { fromNode, fromHandle, toNode, isValid }) => {
    end(isValid === false && toNode !== null ? intent.refusal : null);
    if (fromNode === null || toNode !== null || editing === null) return;
    const step = stepOf(fromNode.id);
    editing.add(Math.max(0, fromHandle?.type === 'target' ? step : step + 1));
  };

  const gapOf = ({ clientX, clientY }: DragEvent): number =>
    Math.max(BEFORE_STEPS, gapAt(pointAt(clientX, clientY), cards.length, columns));
  const onDragOver = (event: DragEvent) => {
    const name = draggedOperation();
    if (name === null || editing === null) return;
    event.preventDefault();
    const gap = gapOf(event);
    intend({ gap, refusal: editing.refusesInsert(name, gap - BEFORE_STEPS) });
  };
  const onDrop = (event: DragEvent) => {
    const name = draggedOperation();
    if (name === null || editing === null) return;
    event.preventDefault();
    const at = gapOf(event) - BEFORE_STEPS;
    const refusal = editing.refusesInsert(name, at);
    end(refusal);
    if (refusal === null) editing.insert(name, at);
  };
  return {
    ...intent,
    handlers: {
      onNodeDrag,
      onNodeDragStop,
      isValidConnection: (edge: Edge | { readonly source: string; readonly target: string }) =>
        isValidConnection(edge),
      onConnect,
      onConnectEnd,
      onDragOver,
      onDragLeave: () => intend(NOTHING),
      onDrop,
    },
  };
}
