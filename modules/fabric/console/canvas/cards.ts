/** A node of the canvas: what it says, not how it is drawn. */
export interface Card {
  /** `event`, `conditions`, or the key of a step. */
  readonly id: string;
  readonly kind: 'event' | 'conditions' | 'step';
  /** Above the title: `Event`, `Step 3`. */
  readonly label: string;
  readonly title: string;
  /** The name that machines use. */
  readonly detail: string;
  readonly marks: readonly string[];
  readonly fault: 'error' | 'warning' | null;
  /** Faults in one line. */
  readonly faultText: string | null;
  /** State of the step in the run that is shown. */
  readonly status: string | null;
  readonly note: string | null;
}

export const EVENT = 'event';
export const CONDITIONS = 'conditions';
/** Cards before the first step. */
export const BEFORE_STEPS = 2;

const KEYS = ['kind', 'label', 'title', 'detail', 'fault', 'faultText', 'status', 'note'] as const;

const sameMarks = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((mark, index) => mark === other[index]);

export const sameCard = (one: Card, other: Card): boolean =>
  KEYS.every((key) => one[key] === other[key]) && sameMarks(one.marks, other.marks);

/** The next cards, each as the object that it was before where nothing of it changed: only the others are drawn anew. */
export function keptCards(former: readonly Card[], next: readonly Card[]): readonly Card[] {
  const known = new Map(former.map((card) => [card.id, card]));
  const kept = next.map((card) => {
    const old = known.get(card.id);
    return old !== undefined && sameCard(old, card) ? old : card;
  });
  return kept.length === former.length && kept.every((card, index) => card === former[index]) ? former : kept;
}
