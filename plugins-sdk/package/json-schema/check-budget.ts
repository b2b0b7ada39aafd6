/** Units that checks of one piece of work may cost: about 5 ms on one core of an ordinary server. */
const UNITS = 60_000;
/** Characters that are looked at in the time of one unit. */
const CHARACTERS_A_UNIT = 32;

/**
 * Remaining cost of checking, in work and not in steps, since a step costs what its data costs. Share one budget
 * among checks that may run in one turn of the event loop.
 */
export class CheckBudget {
  #left = UNITS;

  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Takes units; false once there are none left. */
  take(units: number): boolean {
    this.#left -= units;
    return this.#left >= 0;
  }

  /** Takes what it costs to look at so many characters. */
  takeText(characters: number): boolean {
    return this.take(characters / CHARACTERS_A_UNIT);
  }
}
