import type { Clock } from '../../telemetry/index.ts';

interface Entry {
  readonly value: string;
  readonly expiresAtMs: number;
}

interface ExpiringMapOptions {
  readonly clock: Clock;
  readonly maxEntries: number;
  readonly maxCharacters: number;
}

/** Texts that expire, within two bounds: the ones unused longest go first. */
export class ExpiringMap {
  readonly #options: ExpiringMapOptions;
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(options: ExpiringMapOptions) {
    this.#options = options;
  }

  /** Reading is using: the entry moves to the young end. */
  get(key: string): { readonly value: string; readonly expiresInMs: number } | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const expiresInMs = entry.expiresAtMs - this.#options.clock.monotonicMs();
    if (expiresInMs <= 0) {
      this.delete(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return { value: entry.value, expiresInMs };
  }

  set(key: string, value: string, ttlMs: number): void {
    this.delete(key);
    this.#entries.set(key, { value, expiresAtMs: this.#options.clock.monotonicMs() + ttlMs });
    this.#characters += key.length + value.length;
    this.#evict();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#characters -= key.length + entry.value.length;
  }

  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
  }

  #evict(): void {
    const { maxEntries, maxCharacters } = this.#options;
    while (this.#entries.size > maxEntries || this.#characters > maxCharacters) {
      const [oldest] = this.#entries.keys();
      if (oldest === undefined) return;
      this.delete(oldest);
    }
  }
}
