import { useTexts } from '@patchbay/console-kit';
import { useMemo } from 'react';
import styles from './canvas.module.css';
import type { CanvasProps } from './canvas.tsx';
import { type CanvasActions, CanvasContext } from './canvas-context.ts';
import { CardActions, CardText } from './card-view.tsx';
import { BEFORE_STEPS } from './cards.ts';
import { texts } from './texts.ts';

/** The same cards as a list: everything that the canvas can do is a button here. */
export function CardList({ cards, chosen, choose, editing = null }: CanvasProps) {
  const t = useTexts(texts);
  const actions = useMemo<CanvasActions>(
    () => ({ choose, editing, lastStep: cards.length - BEFORE_STEPS - 1 }),
    [choose, editing, cards.length],
  );
  return (
    <CanvasContext value={actions}>
      <ol className={styles['list']} aria-label={t.steps}>
        {cards.map((card, place) => (
          <li
            key={card.id}
            className={styles['item']}
            data-chosen={card.id === chosen ? '' : undefined}
            data-fault={card.fault ?? undefined}
          >
            <button
              type="button"
              className={styles['open']}
              aria-pressed={card.id === chosen}
              data-card={card.id}
              onClick={() => choose(card.id)}
            >
              <CardText card={card} />
            </button>
            {editing === null ? null : <CardActions card={card} step={place - BEFORE_STEPS} />}
          </li>
        ))}
      </ol>
    </CanvasContext>
  );
}
