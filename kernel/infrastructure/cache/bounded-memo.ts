/** A map that forgets what was used longest ago once it is full. */
export class BoundedMemo<V> {
  readonly #most: number;
  readonly #values = new Map<string, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.#values.delete(key);
    if (this.#values.size >= this.#most) this.#forgetOldest();
    this.#values.set(key, value);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  #forgetOldest(): void {
    for (const key of this.#values.keys()) {
      this.#values.delete(key);
      return;
    }
  }
}
