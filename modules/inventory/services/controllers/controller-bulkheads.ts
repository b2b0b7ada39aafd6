import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';
import { ControllerBulkhead } from './controller-bulkhead.ts';

const MOST = 5_000;

/** The bulkheads of this process, one per controller; the least recently used idle ones go first. */
export class ControllerBulkheads extends Service<{ clock: Clock }> {
  readonly #bulkheads = new Map<string, ControllerBulkhead>();

  of(controller_id: string): ControllerBulkhead {
    const bulkhead = this.#bulkheads.get(controller_id) ?? new ControllerBulkhead(this.parts.clock);
    this.#bulkheads.delete(controller_id);
    this.#bulkheads.set(controller_id, bulkhead);
    if (this.#bulkheads.size > MOST) this.#dropOldest();
    return bulkhead;
  }

  /** Forgets failures after the address or the sign-in of a controller was changed. */
  reset(controller_id: string): void {
    this.#bulkheads.delete(controller_id);
  }

  #dropOldest(): void {
    for (const [id, bulkhead] of this.#bulkheads) {
      if (!bulkhead.isIdle) continue;
      this.#bulkheads.delete(id);
      return;
    }
  }
}
