import type { FirewallDevice } from '../device.ts';

const rollbackMs = 60_000;
const filterModels = ['OPNsense/Firewall/Filter', 'OPNsense/Firewall/DNat'];

/** The way back of older releases: an apply that is taken back after a minute unless it is cancelled. */
export class Savepoints {
  readonly #device: FirewallDevice;
  readonly #timers = new Map<string, () => void>();

  constructor(device: FirewallDevice) {
    this.#device = device;
  }

  save(): Readonly<Record<string, unknown>> {
    return { status: 'ok', retention: '60', revision: this.#device.revise('/api/firewall/filter/savepoint') };
  }

  /** Starts the timer that goes back to the revision. */
  guard(revision: string): void {
    if (this.#timers.has(revision) || this.#timers.size >= 10) return;
    this.#timers.set(
      revision,
      this.#device.clock.after(rollbackMs, () => void this.revert(revision)),
    );
  }

  cancel(revision: string): Readonly<Record<string, unknown>> {
    this.#timers.get(revision)?.();
    this.#timers.delete(revision);
    return { status: 'ok' };
  }

  /** False when the revision is not kept any more. Only rules and NAT go back. */
  revert(revision: string): boolean {
    this.cancel(revision);
    const device = this.#device;
    const backup = device.backups().find(({ id }) => id === `config-${revision}.xml`);
    if (backup === undefined) return false;
    return device.restoreModels(backup, filterModels);
  }
}
