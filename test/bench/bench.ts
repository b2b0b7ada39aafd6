import type { Stage } from './stage.ts';

/** What must hold: of the ratio product to floor, or of the product's own figure where there is no floor. */
export interface Bar {
  readonly of: 'ratio' | 'product';
  readonly at: 'least' | 'most';
  readonly value: number;
}

/** One line of the table. Figures stand round by round, so that ratios are taken within a round. */
export interface Line {
  readonly name: string;
  readonly unit: string;
  readonly floor: readonly number[];
  readonly product: readonly number[];
  /** Null for figures that are stated only. */
  readonly bar: Bar | null;
  readonly note?: string;
}

/** One bench; `npm run bench -- <name>`. */
export interface Bench {
  readonly name: string;
  readonly about: string;
  run(stage: Stage): Promise<readonly Line[]>;
}

export const atLeast = (value: number): Bar => ({ of: 'ratio', at: 'least', value });
export const atMost = (value: number): Bar => ({ of: 'ratio', at: 'most', value });
export const noMoreThan = (value: number): Bar => ({ of: 'product', at: 'most', value });
