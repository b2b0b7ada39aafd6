/** A bounded number of slots; a caller that finds none free is refused at once and does not wait. */
export class Slots {
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  enter(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  leave(): void {
    this.#free += 1;
  }
}
