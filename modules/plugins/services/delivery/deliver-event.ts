import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { redact } from '@patchbay/kernel/events';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { SandboxError, type SandboxErrorCode } from '@patchbay/sandbox';
import type { InstalledPlugins } from '../packages/installed-plugins.ts';
import { appendLog } from '../state/plugin-logs.ts';
import { storableText } from '../state/storable.ts';
import type { CallEffects, WrittenLine } from './call-effects.ts';
import type { ClaimedDelivery, Deliveries } from './deliveries.ts';
import { patternsFor } from './event-intake.ts';
import type { PluginRequest, PluginRuntime } from './plugin-runtime.ts';

const MAX_ATTEMPTS = 3;
const MAX_ERROR_CHARACTERS = 500;
/** After this a budget of a minute is whole again. */
const BUDGET_MINUTE_SECONDS = 60;
/** Faults outside the plugin: the same attempt is made again later. */
const NOT_ITS_FAULT: readonly SandboxErrorCode[] = [
  'sandbox_busy',
  'sandbox_disposed',
  'sandbox_unavailable',
  'plugin_not_loaded',
  'plugin_quarantined',
  'call_aborted',
];
/** Another attempt would end the same way. */
const FINAL: readonly SandboxErrorCode[] = [
  'input_invalid',
  'input_too_large',
  'not_registered',
  'plugin_invalid',
];

class LeaseLost extends Error {}

export interface DeliverOptions {
  readonly database: Database;
  readonly installed: Pick<InstalledPlugins, 'findEnabled'>;
  readonly deliveries: Pick<Deliveries, 'settle'>;
  readonly runtime: Pick<PluginRuntime, 'open' | 'run'>;
  readonly logger: Logger;
}

/**
 * Delivers one event to one plugin: the handlers' effects and the end of the delivery become true together, or
 * neither.
 */
export class DeliverEvent extends Service<DeliverOptions> {
  async run(delivery: ClaimedDelivery): Promise<void> {
    if (delivery.reentered)
      return this.#settle(delivery, 'skipped', 'The chain of causes holds an event of this plugin already');
    if (delivery.attempts > MAX_ATTEMPTS)
      return this.#settle(delivery, 'failed', 'Given up: the platform stopped during every attempt');
    let effects: CallEffects | undefined;
    try {
      const { plugin_id, organization_id, event_id: id, site_id, causation } = delivery;
      effects = this.parts.runtime.open(plugin_id, organization_id, { id, site_id, causation });
      await this.parts.runtime.run(effects, this.#requestsOf(delivery));
      await this.#commit(delivery, effects);
    } catch (error) {
      if (!(error instanceof LeaseLost)) await this.#failed(delivery, error, effects);
    }
  }

  #requestsOf({ plugin_id, organization_id, event_type, event_id, occurred_at, payload }: ClaimedDelivery) {
    const plugin = this.parts.installed.findEnabled(plugin_id, organization_id);
    const input = { id: event_id, type: event_type, occurred_at, payload: redact(payload) };
    const patterns = plugin === undefined ? [] : patternsFor(plugin, event_type);
    return patterns.map((name): PluginRequest => ({ kind: 'event', name, input }));
  }

  #commit(delivery: ClaimedDelivery, effects: CallEffects): Promise<void> {
    const { organization_id, plugin_id, event_id } = delivery;
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      if (!(await this.parts.deliveries.settle(work, delivery, 'done'))) throw new LeaseLost();
      await effects.commit(work);
      await appendLog(work, plugin_id, event_id, effects.lines);
    });
  }

  async #failed(delivery: ClaimedDelivery, error: unknown, effects: CallEffects | undefined): Promise<void> {
    const lines = effects?.lines ?? [];
    const code = error instanceof SandboxError ? error.code : null;
    if (code !== null && NOT_ITS_FAULT.includes(code)) return this.#putBack(delivery);
    if (code === null) this.parts.logger.warn('an event could not be handed to a plugin', { error });
    const reason = code === null ? 'The platform could not finish the call' : reasonOf(error);
    const isLast = delivery.attempts >= MAX_ATTEMPTS || (code !== null && FINAL.includes(code));
    if (isLast)
      return this.#settle(
        delivery,
        'failed',
        `Given up after attempt ${delivery.attempts}: ${reason}`,
        lines,
      );
    const again = effects?.overdrawn === 'minute' ? BUDGET_MINUTE_SECONDS : 2 * 4 ** (delivery.attempts - 1);
    await this.#settle(delivery, 'waiting', `Attempt ${delivery.attempts} failed: ${reason}`, lines, again);
  }

  #putBack(delivery: ClaimedDelivery): Promise<void> {
    return this.#write(delivery, async (work) => {
      await this.parts.deliveries.settle(work, delivery, 'waiting', {
        retryInSeconds: 2,
        uncounted: true,
      });
    });
  }

  #settle(
    delivery: ClaimedDelivery,
    status: 'waiting' | 'skipped' | 'failed',
    error: string,
    lines: readonly WrittenLine[] = [],
    retryInSeconds = 0,
  ): Promise<void> {
    const level = status === 'failed' ? 'error' : 'warn';
    return this.#write(delivery, async (work) => {
      if (!(await this.parts.deliveries.settle(work, delivery, status, { error, retryInSeconds }))) return;
      await appendLog(work, delivery.plugin_id, delivery.event_id, [
        ...lines,
        { level, message: error, fields: { event_type: delivery.event_type } },
      ]);
    });
  }

  /** When even this cannot be written, the lease ends by itself and the attempt counts. */
  #write({ organization_id }: ClaimedDelivery, work: Parameters<Database['write']>[1]): Promise<void> {
    return this.parts.database.write(
      systemPrincipal(organization_id),
      async (unit) => void (await work(unit)),
    );
  }
}

const reasonOf = (error: unknown): string =>
  storableText(error instanceof Error ? error.message : 'unknown', MAX_ERROR_CHARACTERS);
