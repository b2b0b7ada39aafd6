import type { UnitOfWork } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { CheckBudget, type PluginManifest, validateData } from '@patchbay/plugins-sdk/package';
import { CapabilityError, type Data } from '@patchbay/sandbox';
import type { PluginLogLevel } from '../entities/plugin-log-line.ts';
import { eventTypeOf } from './plugin-events.ts';
import { PluginState, type StateReader } from './plugin-state.ts';
import { isStorable, storableText } from './storable.ts';

/** A line for the plugin's log. */
export interface WrittenLine {
  readonly level: PluginLogLevel;
  readonly message: string;
  readonly fields: Data;
}

/** The part of an event that its consequences carry on. */
export type Cause = Pick<LoggedEvent, 'id' | 'site_id' | 'causation'>;

interface EmittedPayload {
  readonly event_type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Deepest chain of causes (DESIGN 7). */
const MOST_CAUSES = 8;
const MOST_LINES = 100;
const MOST_MESSAGE_CHARACTERS = 1_000;

/** Answers the capabilities of one call and gathers what it does; nothing happens before `commit`. */
export class CallEffects {
  readonly plugin_id: string;
  readonly organization_id: string;
  readonly cause: Cause | null;
  readonly #manifest: PluginManifest;
  readonly #state: PluginState;
  readonly #emitted: EmittedPayload[] = [];
  readonly #lines: WrittenLine[] = [];
  /** One for all that the call emits: many may come in one turn of the event loop. */
  readonly #checks = new CheckBudget();

  constructor(manifest: PluginManifest, organization_id: string, cause: Cause | null, stored: StateReader) {
    this.plugin_id = manifest.id;
    this.organization_id = organization_id;
    this.cause = cause;
    this.#manifest = manifest;
    this.#state = new PluginState(stored);
  }

  get lines(): readonly WrittenLine[] {
    return this.#lines;
  }

  /** Whether checking what it emitted cost more than it may, which is a fault of the plugin's schemas. */
  get isTooCostly(): boolean {
    return this.#checks.isSpent;
  }

  async serve(name: string, args: readonly Data[]): Promise<unknown> {
    if (name.startsWith('log.')) return this.#log(name.slice(4), args);
    if (name === 'events.emit') return this.#emit(args[0], args[1]);
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
  }

  #causation(): readonly string[] {
    return this.cause === null ? [] : [...this.cause.causation, this.cause.id];
  }

  #log(word: string, [message, fields = null]: readonly Data[]): null {
    if (this.#lines.length >= MOST_LINES) return null;
    const level = word === 'warn' || word === 'error' ? word : 'info';
    const text = storableText(String(message ?? ''), MOST_MESSAGE_CHARACTERS);
    this.#lines.push({ level, message: text, fields: isStorable(fields) ? fields : null });
    return null;
  }

  #emit(type: Data | undefined, payload: Data = null): null {
    const event = this.#manifest.events.find((declared) => declared.type === type);
    if (event === undefined || !this.#manifest.permissions.emit.includes(event.type))
      throw new CapabilityError('event_not_declared', 'The plugin does not declare this event');
    if (this.#causation().length > MOST_CAUSES)
      throw new CapabilityError('chain_too_deep', `A chain of causes ends after ${MOST_CAUSES} events`);
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
    return null;
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
