import type { FaultKind, Registration, Registrations } from '../../contract.ts';
import { SandboxError } from '../../sandbox-error.ts';
import { type Data, parseBounded } from '../../wire/bounded-json.ts';
import { toChild, toParent } from '../../wire/frames.ts';
import type { DataBounds } from '../../wire/text-bounds.ts';
import { parseFault } from './fault-frame.ts';
import { Run, type RunPlace } from './run.ts';

/** First frame of a child, with the code; its own first line of limits. */
export interface LoadMessage {
  readonly code: string;
  readonly limits: Readonly<Record<string, number>>;
}

const isRecord = (value: Data | undefined): value is { [key: string]: Data } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: Data | undefined): string | null =>
  typeof value === 'string' ? value.slice(0, 200) : null;

function listOf(value: Data | undefined, most: number): Registration[] {
  if (!Array.isArray(value) || value.length > most) throw new Error('bad list');
  return value.map((entry) => {
    if (!isRecord(entry) || typeof entry['name'] !== 'string') throw new Error('bad entry');
    return entry as { [key: string]: Data; name: string };
  });
}

/** Reads what the code registered; undefined when the shape or a count is not as agreed. */
function readRegistrations(data: Data | undefined, limits: LoadMessage['limits']): Registrations | undefined {
  if (!isRecord(data)) return undefined;
  try {
    return {
      id: textOf(data['id']),
      name: textOf(data['name']),
      version: textOf(data['version']),
      events: listOf(data['events'], limits['triggers'] ?? 0).map((entry) => entry.name),
      operations: listOf(data['operations'], limits['actions'] ?? 0),
      tools: listOf(data['tools'], limits['tools'] ?? 0),
      emits: data['emits'] ?? null,
    };
  } catch {
    return undefined;
  }
}

/** Gives a child its plugin and waits for what the code registers. */
export class LoadRun extends Run<Registrations> {
  readonly #message: LoadMessage;
  readonly #bounds: DataBounds;

  constructor(place: RunPlace, deadlineMs: number, message: LoadMessage, bounds: DataBounds) {
    super(place, deadlineMs);
    this.#message = message;
    this.#bounds = bounds;
    place.child.send(toChild.load, 0, JSON.stringify(message));
  }

  frame(type: number, id: number, body: string): void {
    if (type === toParent.late) return;
    if (type === toParent.fault) this.#faulted(parseFault(body));
    else if (type === toParent.described) this.#described(id === 1, parseBounded(body, this.#bounds));
    else this.fault('protocol', 'An unexpected frame while loading');
  }

  #described(ok: boolean, data: Data | undefined): void {
    const found = ok ? readRegistrations(data, this.#message.limits) : undefined;
    if (found === undefined) this.#refused(ok ? undefined : data);
    else this.succeed(found);
  }

  #faulted({ kind, detail }: { kind: FaultKind; detail: string }): void {
    this.fault(kind, `While reading the code: ${detail}`);
  }

  #refused(data: Data | undefined): void {
    const message = isRecord(data) ? textOf(data['message']) : null;
    this.stop(new SandboxError('plugin_invalid', message ?? 'The plugin does not register as agreed'));
  }
}
