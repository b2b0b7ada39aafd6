import type { Database } from '@patchbay/kernel/database';
import { validationFailed } from '@patchbay/kernel/errors';
import {
  type LoggedEvent,
  type Pattern,
  parsePattern,
  patternMatches,
  type SubscriptionRules,
} from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SocketConnection, SocketSession } from '@patchbay/kernel/sockets';
import { type ClientFrame, parseClientFrame } from './client-frame.ts';
import { eventFrame } from './frames.ts';
import { type Gap, MAX_REPLAYED, readSince } from './replay.ts';

const MAX_SUBSCRIPTIONS = 200;

/** Hub that holds a session. */
export interface SessionHost {
  readonly rules: SubscriptionRules;
  readonly database: Database;
  subscribed(session: StreamSession, pattern: Pattern): void;
  unsubscribed(session: StreamSession, pattern: Pattern): void;
  left(session: StreamSession): void;
  /** The ids of `site_ids` that this principal may see. */
  visibleSites(principal: Principal, site_ids: readonly string[]): Promise<readonly string[]>;
}

/** One reader of the stream: its subscriptions, its site filter, and its remaining replay. */
export class StreamSession implements SocketSession {
  readonly #connection: SocketConnection;
  readonly #host: SessionHost;
  readonly #patterns = new Map<string, Pattern>();
  #principal: Principal;
  /** Replayed subscriptions and their last cursor, until live events are past it: this process may learn of them late. */
  readonly #replayedTo = new Map<string, number>();
  #sites: ReadonlySet<string> | null = null;
  /** Live events held back while older ones are read. */
  #held: LoggedEvent[] | null = null;
  /** Events that were too many to be held. */
  #lost: Gap | null = null;

  constructor(connection: SocketConnection, host: SessionHost) {
    this.#connection = connection;
    this.#principal = connection.principal;
    this.#host = host;
    connection.send({ type: 'connected', available_events: host.rules.available(this.#principal) });
  }

  get organization_id(): string {
    return this.#principal.organization_id;
  }

  message(frame: unknown): void | Promise<void> {
    const said: ClientFrame = parseClientFrame(frame);
    if (said.type === 'ping') this.#connection.send({ type: 'pong', timestamp: new Date().toISOString() });
    else if (said.type === 'subscribe') return this.#subscribe(said.subscriptions, said.since);
    else if (said.type === 'unsubscribe') this.#unsubscribe(said.subscriptions);
    else return this.#setFilters(said.site_ids);
  }

  refreshed(principal: Principal): void {
    this.#principal = principal;
  }

  closed(): void {
    for (const pattern of this.#patterns.values()) this.#host.unsubscribed(this, pattern);
    this.#patterns.clear();
    this.#host.left(this);
  }

  /** A live event whose type matches a subscription; `text` is the frame, made once for all readers. */
  deliver(event: LoggedEvent, text: () => string): void {
    if (this.#held) {
      this.#held.push(event);
      const lost = this.#held.length > MAX_REPLAYED ? this.#held.shift() : undefined;
      if (lost) this.#lost = { from: this.#lost?.from ?? lost.cursor, to: lost.cursor };
      return;
    }
    if (this.#isNew(event)) this.#hand(event, text);
  }

  /** Cursors, both included, whose events cannot be handed over live any more. */
  missed(gap: Gap): void {
    this.#connection.send({ type: 'gap', ...gap });
  }

  #hand(event: LoggedEvent, text: () => string): void {
    if (this.#wants(event)) this.#connection.sendText(text(), () => this.#wants(event));
  }

  /** Whether no replay has handed this live event over already. Live events come in the order of their cursors. */
  #isNew({ cursor, event_type }: LoggedEvent): boolean {
    let known = false;
    for (const [text, to] of this.#replayedTo) {
      const pattern = this.#patterns.get(text);
      if (cursor > to) this.#replayedTo.delete(text);
      else known ||= pattern !== undefined && patternMatches(pattern, event_type);
    }
    return !known;
  }

  #wants(event: LoggedEvent): boolean {
    const inSites = this.#sites === null || (event.site_id !== null && this.#sites.has(event.site_id));
    return inSites && this.#host.rules.mayHear(this.#principal, event);
  }

  async #subscribe(texts: readonly string[], since: number | undefined): Promise<void> {
    const denied: string[] = [];
    for (const text of texts) {
      const pattern =
        this.#patterns.size < MAX_SUBSCRIPTIONS ? this.#host.rules.granted(this.#principal, text) : null;
      if (!pattern) denied.push(text);
      else if (!this.#patterns.has(text)) {
        this.#patterns.set(text, pattern);
        this.#host.subscribed(this, pattern);
      }
    }
    if (denied.length > 0) this.#connection.send({ type: 'subscription_denied', patterns: denied });
    if (denied.length < texts.length)
      this.#connection.send({ type: 'subscribed', subscriptions: [...this.#patterns.keys()] });
    const granted = texts.filter((text) => this.#patterns.has(text));
    if (since !== undefined && granted.length > 0) await this.#replay(granted, since);
  }

  #unsubscribe(texts: readonly string[]): void {
    for (const text of texts) {
      const pattern = this.#patterns.get(text);
      if (!pattern) continue;
      this.#patterns.delete(text);
      this.#replayedTo.delete(text);
      this.#host.unsubscribed(this, pattern);
    }
    this.#connection.send({ type: 'unsubscribed', subscriptions: [...this.#patterns.keys()] });
  }

  /**
   * An empty list takes the filter away, and means nothing else: where one of the sites is refused, the filter stays
   * as it was.
   */
  async #setFilters(given: readonly string[]): Promise<void> {
    const site_ids = [...new Set(given.map((id) => id.toLowerCase()))];
    const visible = new Set(await this.#host.visibleSites(this.#principal, site_ids));
    const refused = site_ids.filter((id) => !visible.has(id));
    if (refused.length > 0)
      throw validationFailed({ message: `No such site: ${refused[0]}. The filter stays as it was.` });
    this.#sites = site_ids.length === 0 ? null : visible;
    this.#connection.send({ type: 'filters_set', site_ids });
  }

  /**
   * Hands over what happened since a cursor, then what came meanwhile, without a hole or a repeat. When the
   * older events cannot be read, what came meanwhile is handed over all the same.
   */
  async #replay(texts: readonly string[], since: number): Promise<void> {
    this.#held = [];
    let older: readonly LoggedEvent[] = [];
    try {
      older = await this.#older(texts, since);
    } finally {
      const newer = this.#held.filter((event) => this.#isNew(event));
      this.#held = null;
      if (this.#lost) this.missed(this.#lost);
      this.#lost = null;
      for (const event of [...older, ...newer].sort((a, b) => a.cursor - b.cursor))
        this.#hand(event, () => eventFrame(event));
    }
  }

  async #older(texts: readonly string[], since: number): Promise<readonly LoggedEvent[]> {
    const { events, to, gap } = await readSince(this.#host.database, this.#principal, since);
    if (gap) this.#connection.send({ type: 'gap', ...gap });
    for (const text of texts) this.#replayedTo.set(text, to);
    const patterns = texts.flatMap((text) => parsePattern(text) ?? []);
    return events.filter(({ event_type }) => patterns.some((pattern) => patternMatches(pattern, event_type)));
  }
}
