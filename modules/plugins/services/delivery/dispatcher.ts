import { Service } from '@patchbay/kernel/di';
import type { Logger } from '@patchbay/kernel/telemetry';
import { FairQueue, type Job } from '@patchbay/sandbox';
import type { InstalledPlugins } from '../packages/installed-plugins.ts';
import type { ClaimedDelivery, Deliveries } from './deliveries.ts';

const LANES = 2;
const POLL_MS = 1_000;

export interface DispatcherOptions {
  readonly installed: Pick<InstalledPlugins, 'runnableIds'>;
  readonly deliveries: Pick<Deliveries, 'claim' | 'due'>;
  /** Brings one delivery to its end; never rejects for what a plugin does. */
  readonly deliver: (delivery: ClaimedDelivery) => Promise<void>;
  /** Ends the calls that are under way, so that stopping does not wait for them. */
  readonly onStop: () => Promise<void>;
  readonly logger: Logger;
}

/**
 * Works off waiting deliveries in as many lanes as the sandbox runs calls, by fair turns: a slow plugin, and an
 * organization with a backlog, delay themselves only. It takes no place of the job worker.
 */
export class Dispatcher extends Service<DispatcherOptions> {
  readonly #turns = new FairQueue();
  readonly #lanes = new Set<Promise<void>>();
  readonly #busy = new Set<string>();
  /** Plugins and organizations for which something may be waiting. */
  readonly #due = new Map<string, Job>();
  #looking: Promise<void> | undefined;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  start(): this {
    this.#timer = setInterval(() => this.#look(), POLL_MS).unref();
    return this;
  }

  /** Says for whom something is waiting now. */
  wake(turns: readonly Job[]): void {
    for (const turn of turns) this.#expect(turn);
    this.#fill();
  }

  /** Takes nothing more, ends what is under way, and gives it back. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.parts.onStop();
    await Promise.all([...this.#lanes, this.#looking]);
  }

  #expect({ plugin_id, organization_id }: Job): void {
    this.#due.set(`${plugin_id} ${organization_id}`, { plugin_id, organization_id });
  }

  /** Finds deliveries of other processes and due retries; one query at a time. */
  #look(): void {
    if (this.#stopped || this.parts.installed.runnableIds.length === 0) return;
    this.#looking ??= this.parts.deliveries
      .due()
      .then((turns) => this.wake(turns))
      .catch((error: unknown) => this.#complain(error))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  #fill(): void {
    while (!this.#stopped && this.#lanes.size < LANES) {
      const turn = this.#next();
      if (turn === undefined) return;
      const lane = this.#take(turn).finally(() => {
        this.#lanes.delete(lane);
        this.#fill();
      });
      this.#lanes.add(lane);
    }
  }

  #next(): Job | undefined {
    const runnable = new Set(this.parts.installed.runnableIds);
    for (const [key, { plugin_id }] of this.#due) if (!runnable.has(plugin_id)) this.#due.delete(key);
    return this.#turns.choose([...this.#due.values()].filter(({ plugin_id }) => !this.#busy.has(plugin_id)));
  }

  /** One delivery. It is taken off the list first: events that are added meanwhile put it back. */
  async #take(turn: Job): Promise<void> {
    this.#due.delete(`${turn.plugin_id} ${turn.organization_id}`);
    this.#busy.add(turn.plugin_id);
    this.#turns.begin(turn);
    const startedMs = performance.now();
    try {
      const delivery = await this.parts.deliveries.claim(turn);
      if (delivery === null) return;
      this.#expect(turn);
      await this.parts.deliver(delivery);
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#turns.charge(turn, performance.now() - startedMs);
      this.#busy.delete(turn.plugin_id);
    }
  }

  #complain(error: unknown): void {
    this.parts.logger.warn('delivering events to plugins failed; the next round tries again', { error });
  }
}
