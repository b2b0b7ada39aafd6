import type { Clock } from '@patchbay/kernel/telemetry';
import { ControllerGate } from './controller-gate.ts';

const MOST = 5_000;

/** The gates of this process, one per controller; the least recently used idle ones go first. */
export class ControllerGates {
  readonly #clock: Clock;
  readonly #gates = new Map<string, ControllerGate>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(controller_id: string): ControllerGate {
    const gate = this.#gates.get(controller_id) ?? new ControllerGate(this.#clock);
    this.#gates.delete(controller_id);
    this.#gates.set(controller_id, gate);
    if (this.#gates.size > MOST) this.#dropOldest();
    return gate;
  }

  /** Forgets failures after the address or the sign-in of a controller was changed. */
  reset(controller_id: string): void {
    this.#gates.delete(controller_id);
  }

  #dropOldest(): void {
    for (const [id, gate] of this.#gates) {
      if (!gate.isIdle) continue;
      this.#gates.delete(id);
      return;
    }
  }
}
