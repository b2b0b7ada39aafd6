import { type Finding, placeOf, type StepDraft } from '@patchbay/console-kit/steps-model';
import { CONDITIONS, EVENT } from '../canvas/cards.ts';

/** Panels beside the canvas. */
export type Panel =
  | { readonly at: 'event' | 'conditions' | 'settings' | 'test' | 'backtest' }
  | { readonly at: 'step'; readonly key: string }
  /** Operations, for a step that comes to this place. */
  | { readonly at: 'add'; readonly place: number };

/** The card that a panel belongs to. */
export const cardOf = (panel: Panel): string | null => {
  if (panel.at === 'step') return panel.key;
  if (panel.at === 'event') return EVENT;
  return panel.at === 'conditions' ? CONDITIONS : null;
};

/** The panel of a card. */
export const panelOf = (card: string): Panel => {
  if (card === EVENT) return { at: 'event' };
  return card === CONDITIONS ? { at: 'conditions' } : { at: 'step', key: card };
};

/** The panel in which a finding can be put right. */
export function panelOfFinding(
  { field }: Pick<Finding, 'field'>,
  steps: readonly Pick<StepDraft, 'key'>[],
): Panel {
  const place = placeOf(field);
  if (place.at !== 'step') return { at: place.at };
  const key = steps[place.step]?.key;
  return key === undefined ? { at: 'settings' } : { at: 'step', key };
}
