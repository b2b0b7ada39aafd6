import type { UnitOfWork } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import {
  CheckBudget,
  describeBudget,
  type EmitBudgetName,
  type EmitSpent,
  type Emitted,
  overdrawnBudget,
  type PluginManifest,
  validateData,
} from '@patchbay/plugins-sdk/package';
import { CapabilityError, type Data } from '@patchbay/sandbox';
import type { PluginLogLevel } from '../../entities/plugin-log-line.ts';
import { PluginState, type StateReader } from '../state/plugin-state.ts';
import { isStorable, storableText } from '../state/storable.ts';
import { eventTypeOf } from './plugin-events.ts';

/** A line for the plugin's log. */
export interface WrittenLine {
  readonly level: PluginLogLevel;
  readonly message: string;
  readonly fields: Data;
}

/** The part of an event that its consequences carry on. */
export type Cause = Pick<LoggedEvent, 'id' | 'site_id' | 'causation'>;

/** Counts emissions, for the plugin, organization and chain of one call. */
export interface EmissionLedger {
  spent(): Promise<EmitSpent>;
  record(work: UnitOfWork, emitted: Emitted): Promise<void>;
}

/** The event at the beginning of the chain that a cause belongs to. */
export const rootOf = (cause: Cause | null): string | null => cause?.causation[0] ?? cause?.id ?? null;

interface EmittedPayload {
  readonly event_type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Deepest chain of causes. */
const MAX_CAUSES = 8;
const MAX_LINES = 100;
const MAX_MESSAGE_CHARACTERS = 1_000;

/** Answers the capabilities of one call and gathers what it does; nothing happens before `commit`. */
export class CallEffects {
  readonly plugin_id: string;
  readonly organization_id: string;
  readonly version: string;
  readonly cause: Cause | null;
  readonly #manifest: PluginManifest;
  readonly #state: PluginState;
  readonly #emitted: EmittedPayload[] = [];
  readonly #lines: WrittenLine[] = [];
  readonly #ledger: EmissionLedger;
  #spent: Promise<EmitSpent> | undefined;
  #emittedBytes = 0;
  #overdrawn: EmitBudgetName | null = null;
  /** One for all that the call emits: many may come in one turn of the event loop. */
  readonly #checks = new CheckBudget();

  constructor(
    manifest: PluginManifest,
    organization_id: string,
    cause: Cause | null,
    stored: StateReader,
    ledger: EmissionLedger,
  ) {
    this.plugin_id = manifest.id;
    this.version = manifest.version;
    this.#ledger = ledger;
    this.organization_id = organization_id;
    this.cause = cause;
    this.#manifest = manifest;
    this.#state = new PluginState({ stored });
  }

  get lines(): readonly WrittenLine[] {
    return this.#lines;
  }

  /** Whether checking what it emitted cost more than it may, which is a fault of the plugin's schemas. */
  get isTooCostly(): boolean {
    return this.#checks.isSpent;
  }

  /** The budget over which it wanted to emit; null when all it emitted fitted. */
  get overdrawn(): EmitBudgetName | null {
    return this.#overdrawn;
  }

  /** `bytes` is the length of what the plugin sent. */
  async serve(name: string, args: readonly Data[], bytes: number): Promise<unknown> {
    if (name.startsWith('log.')) return this.#log(name.slice(4), args);
    if (name === 'events.emit') return this.#emit(bytes, args[0], args[1]);
    if (name.startsWith('state.')) return this.#useState(name, args);
    if (name === 'http.fetch')
      throw new CapabilityError('not_offered', 'This platform does not offer requests to plugins');
    throw new CapabilityError('unknown_capability', 'There is no such capability');
  }

  /** State and events of a call that succeeded, in the unit of its organization. */
  async commit(work: UnitOfWork): Promise<void> {
    await this.#state.commit(work, this.plugin_id);
    const site_id = this.cause?.site_id ?? null;
    const causation = this.#causation();
    for (const { event_type, payload } of this.#emitted)
      work.events.publishNamed(event_type, payload, { site_id, causation });
    await this.#ledger.record(work, { events: this.#emitted.length, bytes: this.#emittedBytes });
  }

  #causation(): readonly string[] {
    return this.cause === null ? [] : [...this.cause.causation, this.cause.id];
  }

  #log(word: string, [message, fields = null]: readonly Data[]): null {
    if (this.#lines.length >= MAX_LINES) return null;
    const level = word === 'warn' || word === 'error' ? word : 'info';
    const text = storableText(String(message ?? ''), MAX_MESSAGE_CHARACTERS);
    this.#lines.push({ level, message: text, fields: isStorable(fields) ? fields : null });
    return null;
  }

  async #emit(bytes: number, type: Data | undefined, payload: Data = null): Promise<null> {
    const event = this.#manifest.events.find((declared) => declared.type === type);
    if (event === undefined || !this.#manifest.permissions.emit.includes(event.type))
      throw new CapabilityError('event_not_declared', 'The plugin does not declare this event');
    if (this.#causation().length > MAX_CAUSES)
      throw new CapabilityError('chain_too_deep', `A chain of causes ends after ${MAX_CAUSES} events`);
    this.#spent ??= this.#ledger.spent();
    // From here on in one turn: of emits that come together, each sees those before it.
    this.#assertBudget(await this.#spent, bytes);
    const [problem] = validateData(event.payload_schema, payload, this.#checks);
    if (problem?.isTooCostly)
      throw new CapabilityError(
        'schema_too_costly',
        'The payloads of a call cost more to check than they may',
      );
    if (problem !== undefined)
      throw new CapabilityError('payload_invalid', `${problem.path} ${problem.message}`);
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload) || !isStorable(payload))
      throw new CapabilityError('payload_invalid', '/ must be an object of storable values');
    this.#emitted.push({ event_type: eventTypeOf(this.plugin_id, event.type), payload });
    this.#emittedBytes += bytes;
    return null;
  }

  #assertBudget(spent: EmitSpent, bytes: number): void {
    const now = { events: this.#emitted.length, bytes: this.#emittedBytes };
    const over = overdrawnBudget(spent, now, bytes);
    if (over === null) return;
    this.#overdrawn = over;
    throw new CapabilityError('emit_budget_spent', describeBudget(over));
  }

  #useState(name: string, [key, value = null]: readonly Data[]): Promise<unknown> {
    if (!this.#manifest.permissions.state)
      throw new CapabilityError('not_permitted', 'The manifest does not ask for state');
    if (name === 'state.get') return this.#state.get(key);
    if (name === 'state.set') return this.#state.set(key, value);
    if (name === 'state.delete') return this.#state.delete(key);
    if (name === 'state.list') return this.#state.list(key);
    throw new CapabilityError('unknown_capability', 'There is no such capability');
  }
}
