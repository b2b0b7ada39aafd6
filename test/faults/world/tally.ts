/** What a fault scenario counted; everything but `kills` and `acknowledged` must be zero. */
export interface Tally {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly stuck: readonly string[];
  /** Records that say something else than the devices. */
  readonly untrue?: readonly string[];
  /** Kills that came too early, because the machine was too slow to reach their point in time. */
  readonly missed?: number;
}

export const isClean = ({ lost, doubled, stuck, untrue = [] }: Tally): boolean =>
  [lost, doubled, stuck, untrue].every((each) => each.length === 0);

export const lineOf = (
  name: string,
  { kills, acknowledged, lost, doubled, stuck, untrue = [], missed = 0 }: Tally,
): string =>
  `${name}: ${kills} kills, ${acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${stuck.length} stuck, ${untrue.length} untrue, ${missed} missed their point`;
