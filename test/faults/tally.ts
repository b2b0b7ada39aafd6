/** What a fault scenario counted; everything but `kills` and `acknowledged` must be zero. */
export interface Tally {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly stuck: readonly string[];
}

export const isClean = ({ lost, doubled, stuck }: Tally): boolean =>
  lost.length === 0 && doubled.length === 0 && stuck.length === 0;

export const lineOf = (name: string, { kills, acknowledged, lost, doubled, stuck }: Tally): string =>
  `${name}: ${kills} kills, ${acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${stuck.length} stuck`;
