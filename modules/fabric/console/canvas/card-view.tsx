import { StatusBadge, useTexts } from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import { use } from 'react';
import styles from './canvas.module.css';
import { CanvasContext } from './canvas-context.ts';
import type { Card } from './cards.ts';
import { texts } from './texts.ts';

/** The words of a card; a button names itself by them. */
export function CardText({ card }: { readonly card: Card }) {
  const { status } = useRunWords();
  const { label, title, detail, marks, faultText } = card;
  return (
    <>
      <span className={styles['label']}>
        {label}
        {card.status === null ? null : <StatusBadge status={card.status} label={status(card.status)} />}
        {card.note === null ? null : <span className={styles['note']}>{card.note}</span>}
      </span>
      <span className={styles['title']}>{title}</span>
      <span className={styles['detail']}>{detail}</span>
      {faultText === null ? (
        <span className={styles['marks']}>{marks.join(' · ')}</span>
      ) : (
        <span className={styles['fault']}>⚠ {faultText}</span>
      )}
    </>
  );
}

interface CardActionsProps {
  readonly card: Card;
  /** Place among the steps; below 0 for the event and the conditions. */
  readonly step: number;
}

/** Buttons of one card, on the canvas and in the list alike. */
export function CardActions({ card, step }: CardActionsProps) {
  const t = useTexts(texts);
  const { editing, lastStep } = use(CanvasContext);
  if (editing === null) return null;
  const isStep = card.kind === 'step';
  return (
    <span className={`${styles['actions']} nodrag nopan`}>
      {isStep ? (
        <>
          <CardButton
            label={t.earlier(card.label)}
            isDisabled={step === 0}
            run={() => editing.move(card.id, step - 1)}
          >
            ←
          </CardButton>
          <CardButton
            label={t.later(card.label)}
            isDisabled={step === lastStep}
            run={() => editing.move(card.id, step + 1)}
          >
            →
          </CardButton>
          <CardButton label={t.remove(card.label)} run={() => editing.remove(card.id)}>
            ×
          </CardButton>
        </>
      ) : null}
      <CardButton label={t.add_after(card.label)} run={() => editing.add(Math.max(0, step + 1))}>
        +
      </CardButton>
    </span>
  );
}

interface CardButtonProps {
  readonly label: string;
  readonly children: string;
  readonly isDisabled?: boolean;
  run(): void;
}

/** A plain button: there may be hundreds of them. */
const CardButton = ({ label, children, isDisabled = false, run }: CardButtonProps) => (
  <button
    type="button"
    className={styles['action']}
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={run}
  >
    {children}
  </button>
);
