import { type Database, sql } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { type LoggedEvent, type Pattern, PatternIndex } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SocketConnection } from '@patchbay/kernel/sockets';
import { eventFrame } from './frames.ts';
import { type SessionHost, StreamSession } from './stream-session.ts';
import type { SubscriptionRules } from './subscription-rules.ts';

export const EVENT_STREAM: Token<EventStream> = token('realtime.stream');

/** Readers served before others get a turn (R13). */
const TURN = 250;
/** Events waiting for a turn; beyond it readers resume from their cursor. */
const MOST_WAITING = 50_000;

/** All readers of this process, found by organization and subscription. */
export class EventStream implements SessionHost {
  readonly rules: SubscriptionRules;
  readonly database: Database;
  readonly #byOrganization = new Map<string, PatternIndex<StreamSession>>();
  readonly #waiting: LoggedEvent[] = [];
  #busy = false;

  constructor(rules: SubscriptionRules, database: Database) {
    this.rules = rules;
    this.database = database;
  }

  open(connection: SocketConnection): StreamSession {
    return new StreamSession(connection, this);
  }

  subscribed(session: StreamSession, pattern: Pattern): void {
    const index = this.#byOrganization.get(session.organization_id) ?? new PatternIndex<StreamSession>();
    this.#byOrganization.set(session.organization_id, index);
    index.add(pattern, session);
  }

  unsubscribed(session: StreamSession, pattern: Pattern): void {
    const index = this.#byOrganization.get(session.organization_id);
    index?.delete(pattern, session);
    if (index?.size === 0) this.#byOrganization.delete(session.organization_id);
  }

  left(_session: StreamSession): void {}

  async visibleSites(principal: Principal, site_ids: readonly string[]): Promise<readonly string[]> {
    if (site_ids.length === 0) return [];
    return this.database.read(principal, async (unit) => {
      const { rows } = await sql<{ id: string }>`
        select id from sites where id::text = any(${[...site_ids]}) and deleted_at is null`.execute(unit.sql);
      return rows
        .map(({ id }) => id)
        .filter((id) => principal.site_ids === null || principal.site_ids.includes(id));
    });
  }

  /** Takes events as the log gives them; serves readers in turns so that requests are not held up. */
  publish(events: readonly LoggedEvent[]): void {
    for (const event of events)
      if (this.#waiting.length < MOST_WAITING && this.#byOrganization.has(event.organization_id))
        this.#waiting.push(event);
    if (this.#busy || this.#waiting.length === 0) return;
    this.#busy = true;
    void this.#serve();
  }

  async #serve(): Promise<void> {
    let served = 0;
    for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
      const sessions = this.#byOrganization.get(event.organization_id)?.match(event.event_type) ?? [];
      const text = once(event);
      for (const session of sessions) {
        session.deliver(event, text);
        served += 1;
        if (served % TURN === 0) await nextTurn();
      }
    }
    this.#busy = false;
  }
}

function once(event: LoggedEvent): () => string {
  let text: string | undefined;
  return () => {
    text ??= eventFrame(event);
    return text;
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
