import type { Logger } from '@patchbay/kernel/telemetry';
import type { ClaimedDelivery, Deliveries } from './deliveries.ts';
import type { InstalledPlugins } from './installed-plugins.ts';

const LANES = 2;
const POLL_MS = 1_000;

export interface DispatcherOptions {
  readonly installed: Pick<InstalledPlugins, 'runnableIds'>;
  readonly deliveries: Pick<Deliveries, 'claim'>;
  /** Brings one delivery to its end; never rejects for what a plugin does. */
  readonly deliver: (delivery: ClaimedDelivery) => Promise<void>;
  /** Ends the calls that are under way, so that stopping does not wait for them. */
  readonly onStop: () => Promise<void>;
  readonly logger: Logger;
}

/**
 * Works off waiting deliveries in as many lanes as the sandbox runs calls, the plugin served longest ago
 * first, so that a slow plugin delays itself only. It takes no place of the job worker.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #lanes = new Set<Promise<void>>();
  readonly #busy = new Set<string>();
  /** Plugins in the order they were served, the latest last. */
  readonly #served = new Set<string>();
  #again = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  start(): this {
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref();
    return this;
  }

  /** Says that something may be waiting; costs nothing while no plugin can run. */
  wake(): void {
    if (this.#stopped || this.#options.installed.runnableIds.length === 0) return;
    this.#again = true;
    while (this.#lanes.size < LANES) {
      const lane = this.#lane().finally(() => this.#lanes.delete(lane));
      this.#lanes.add(lane);
    }
  }

  /** Takes nothing more, ends what is under way, and gives it back. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#options.onStop();
    await Promise.all(this.#lanes);
  }

  async #lane(): Promise<void> {
    await Promise.resolve();
    while (!this.#stopped) {
      try {
        if (await this.#next()) continue;
      } catch (error) {
        this.#options.logger.warn('delivering events to plugins failed; the next round tries again', {
          error,
        });
        return;
      }
      if (!this.#again) return;
      this.#again = false;
    }
  }

  async #next(): Promise<boolean> {
    const order = this.#order();
    const delivery = order.length === 0 ? null : await this.#options.deliveries.claim(order);
    if (delivery === null) return false;
    const { plugin_id } = delivery;
    this.#busy.add(plugin_id);
    this.#served.delete(plugin_id);
    this.#served.add(plugin_id);
    try {
      await this.#options.deliver(delivery);
    } finally {
      this.#busy.delete(plugin_id);
    }
    return true;
  }

  #order(): readonly string[] {
    const runnable = this.#options.installed.runnableIds;
    for (const id of this.#served) if (!runnable.includes(id)) this.#served.delete(id);
    const places = new Map([...this.#served].map((id, place) => [id, place + 1]));
    return runnable
      .filter((id) => !this.#busy.has(id))
      .sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  }
}
