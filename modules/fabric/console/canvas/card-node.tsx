import { Handle, type Node, type NodeProps, Position } from '@patchbay/console-kit/flow';
import { memo, use } from 'react';
import styles from './canvas.module.css';
import { CanvasContext } from './canvas-context.ts';
import { CardActions, CardText } from './card-view.tsx';
import { BEFORE_STEPS, type Card } from './cards.ts';

export type CardNode = Node<
  { readonly card: Card; readonly isChosen: boolean; readonly place: number },
  'card'
>;

/** A card on the canvas: one button that opens it, and while it is open those that move it. */
export const CardNodeView = memo(function CardNodeView({ data }: NodeProps<CardNode>) {
  const { card, isChosen, place } = data;
  const { choose, editing } = use(CanvasContext);
  return (
    <div
      className={styles['card']}
      data-kind={card.kind}
      data-chosen={isChosen ? '' : undefined}
      data-fault={card.fault ?? undefined}
      data-status={card.status ?? undefined}
    >
      {card.kind === 'event' ? null : (
        <Handle
          type="target"
          position={Position.Left}
          isConnectable={editing !== null && card.kind === 'step'}
        />
      )}
      <button
        type="button"
        className={styles['open']}
        aria-pressed={isChosen}
        data-card={card.id}
        onClick={() => choose(card.id)}
      >
        <CardText card={card} />
      </button>
      {isChosen && editing !== null ? <CardActions card={card} step={place - BEFORE_STEPS} /> : null}
      <Handle type="source" position={Position.Right} isConnectable={editing !== null} />
    </div>
  );
});
