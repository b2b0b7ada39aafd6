import { createContext } from 'react';

/** Actions on the steps of a canvas; its functions stay the same while it is shown. */
export interface CanvasEditing {
  /** `to` is the place among the steps, counted from 0. */
  move(key: string, to: number): void;
  /** Opens the operations, for one that comes to this place. */
  add(at: number): void;
  insert(name: string, at: number): void;
  remove(key: string): void;
  /** Why the step cannot stand there; null when it can. */
  refusesMove(key: string, to: number): string | null;
  refusesInsert(name: string, at: number): string | null;
}

export interface CanvasActions {
  choose(id: string): void;
  readonly editing: CanvasEditing | null;
  /** The last place that a step can be moved to. */
  readonly lastStep: number;
}

export const CanvasContext = createContext<CanvasActions>({
  choose: () => undefined,
  editing: null,
  lastStep: 0,
});
