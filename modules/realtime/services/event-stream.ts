import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import { type Database, sql } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import {
  type LoggedEvent,
  type Pattern,
  PatternIndex,
  type SubscriptionRules,
} from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SocketConnection } from '@patchbay/kernel/sockets';
import { eventFrame } from './frames.ts';
import { type SessionHost, StreamSession } from './stream-session.ts';

export const EVENT_STREAM: Token<EventStream> = token('realtime.stream');

/** Events that wait to be fanned out; beyond it readers get a gap, which they may fill by cursor. */
const MAX_WAITING = 50_000;

/** Stands in the queue where events of an organization did not fit; later ones join it. */
interface Skipped {
  readonly organization_id: string;
  readonly from: number;
  to: number;
}

/** All readers of this process, found by organization and subscription. */
export class EventStream implements SessionHost {
  readonly rules: SubscriptionRules;
  readonly database: Database;
  readonly #byOrganization = new Map<string, PatternIndex<StreamSession>>();
  readonly #sessions = new Map<string, Set<StreamSession>>();
  readonly #waiting: (LoggedEvent | Skipped)[] = [];
  readonly #skipped = new Map<string, Skipped>();
  readonly #maxWaiting: number;
  #busy = false;

  constructor(rules: SubscriptionRules, database: Database, maxWaiting = MAX_WAITING) {
    this.rules = rules;
    this.database = database;
    this.#maxWaiting = maxWaiting;
  }

  open(connection: SocketConnection): StreamSession {
    return new StreamSession(connection, this);
  }

  subscribed(session: StreamSession, pattern: Pattern): void {
    const index = this.#byOrganization.get(session.organization_id) ?? new PatternIndex<StreamSession>();
    this.#byOrganization.set(session.organization_id, index);
    index.add(pattern, session);
    const sessions = this.#sessions.get(session.organization_id) ?? new Set();
    this.#sessions.set(session.organization_id, sessions.add(session));
  }

  unsubscribed(session: StreamSession, pattern: Pattern): void {
    const index = this.#byOrganization.get(session.organization_id);
    index?.delete(pattern, session);
    if (index?.size === 0) this.#byOrganization.delete(session.organization_id);
  }

  left(session: StreamSession): void {
    const sessions = this.#sessions.get(session.organization_id);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#sessions.delete(session.organization_id);
  }

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
    for (const event of events) if (this.#byOrganization.has(event.organization_id)) this.#await(event);
    if (this.#busy || this.#waiting.length === 0) return;
    this.#busy = true;
    void this.#serve();
  }

  #await(event: LoggedEvent): void {
    const { organization_id, cursor } = event;
    const skipped = this.#skipped.get(organization_id);
    if (skipped) skipped.to = cursor;
    else if (this.#waiting.length < this.#maxWaiting) this.#waiting.push(event);
    else {
      const gap = { organization_id, from: cursor, to: cursor };
      this.#skipped.set(organization_id, gap);
      this.#waiting.push(gap);
    }
  }

  async #serve(): Promise<void> {
    const slice = new EventLoopSlice();
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (slice.isOver) await slice.yield();
      const [sessions, hand] = 'to' in next ? this.#gapOf(next) : this.#eventOf(next);
      for (const session of sessions) {
        hand(session);
        if (slice.isOver) await slice.yield();
      }
    }
    this.#busy = false;
  }

  #eventOf(event: LoggedEvent): Serving {
    const text = once(event);
    const sessions = this.#byOrganization.get(event.organization_id)?.match(event.event_type) ?? [];
    return [sessions, (session) => session.deliver(event, text)];
  }

  #gapOf({ organization_id, from, to }: Skipped): Serving {
    this.#skipped.delete(organization_id);
    const sessions = [...(this.#sessions.get(organization_id) ?? [])];
    return [sessions, (session) => session.missed({ from, to })];
  }
}

type Serving = readonly [readonly StreamSession[], (session: StreamSession) => void];

function once(event: LoggedEvent): () => string {
  let text: string | undefined;
  return () => {
    text ??= eventFrame(event);
    return text;
  };
}
