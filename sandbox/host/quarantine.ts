interface Record {
  faults: number[];
  quarantined: boolean;
}

/** Remembers faults for each plugin: the third within the window closes the plugin until it is released. */
export class Quarantine {
  readonly #faults: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #records = new Map<string, Record>();

  constructor(limits: { readonly faults: number; readonly faultWindowMs: number }, now: () => number) {
    this.#faults = limits.faults;
    this.#windowMs = limits.faultWindowMs;
    this.#now = now;
  }

  /** Counts a fault; returns whether the plugin is in quarantine now. */
  count(pluginId: string): boolean {
    const now = this.#now();
    const record = this.#records.get(pluginId) ?? { faults: [], quarantined: false };
    record.faults = [...record.faults.filter((at) => now - at < this.#windowMs), now].slice(-this.#faults);
    record.quarantined ||= record.faults.length >= this.#faults;
    this.#records.set(pluginId, record);
    return record.quarantined;
  }

  has(pluginId: string): boolean {
    return this.#records.get(pluginId)?.quarantined ?? false;
  }

  faultsOf(pluginId: string): number {
    return this.#records.get(pluginId)?.faults.length ?? 0;
  }

  release(pluginId: string): void {
    this.#records.delete(pluginId);
  }
}
