import type { Edge } from '@patchbay/console-kit/flow';
import type { CardNode } from './card-node.tsx';
import type { Card } from './cards.ts';
import { CARD_HEIGHT, CARD_WIDTH, pointOf } from './layout.ts';

export interface Arrangement {
  readonly cards: readonly Card[];
  readonly chosen: string | null;
  readonly columns: number;
  readonly isEditable: boolean;
}

/** Nodes at their places; one that is as it was stays the same object, so that it is not drawn anew. */
export function nodesOf(
  { cards, chosen, columns, isEditable }: Arrangement,
  former: readonly CardNode[] = [],
): CardNode[] {
  const known = new Map(former.map((node) => [node.id, node]));
  return cards.map((card, place) => {
    const position = pointOf(place, columns);
    const isChosen = card.id === chosen;
    const old = known.get(card.id);
    const draggable = isEditable && card.kind === 'step';
    if (old === undefined)
      return {
        id: card.id,
        type: 'card',
        position,
        draggable,
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        data: { card, isChosen, place },
        zIndex: isChosen ? 1 : 0,
      };
    const isSame = old.data.card === card && old.data.isChosen === isChosen && old.data.place === place;
    const stays = old.position.x === position.x && old.position.y === position.y;
    if (isSame && stays && old.draggable === draggable) return old;
    return {
      ...old,
      position,
      draggable,
      dragging: false,
      data: isSame ? old.data : { card, isChosen, place },
      zIndex: isChosen ? 1 : 0,
    };
  });
}

/** One edge between each card and the next. */
export const edgesOf = (cards: readonly Card[]): Edge[] =>
  cards.slice(1).map((card, index) => ({
    id: `to ${card.id}`,
    source: cards[index]?.id ?? '',
    target: card.id,
    type: 'smoothstep',
    className: card.status === 'succeeded' || card.status === 'failed' ? 'ran' : '',
  }));
