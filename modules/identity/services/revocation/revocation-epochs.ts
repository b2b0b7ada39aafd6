/**
 * A number per user that rises whenever something of that user's may have been revoked. Beyond the bound
 * everybody's number rises once and counting starts anew.
 */
export class RevocationEpochs {
  readonly #most: number;
  readonly #ofUser = new Map<string, number>();
  #floor = 0;
  #highest = 0;

  constructor(most = 50_000) {
    this.#most = most;
  }

  of(user_id: string): number {
    return this.#ofUser.get(user_id) ?? this.#floor;
  }

  get latest(): number {
    return this.#highest;
  }

  raise(user_id: string): void {
    if (this.#ofUser.size >= this.#most && !this.#ofUser.has(user_id)) {
      this.raiseAll();
      return;
    }
    this.#highest += 1;
    this.#ofUser.set(user_id, this.#highest);
  }

  raiseAll(): void {
    this.#highest += 1;
    this.#floor = this.#highest;
    this.#ofUser.clear();
  }
}
