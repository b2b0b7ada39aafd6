import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { EventRegistry, LoggedEvent } from '@patchbay/kernel/events';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { Accounts } from '@patchbay/module-identity/contract';
import { levelOf } from '../../contract/priorities.ts';
import type { PreferenceSettings } from '../preferences/preference-settings.ts';
import type { Wanted } from '../preferences/receiver.ts';
import { type AcceptedNotice, noticeOf } from './accepted-notice.ts';
import type { Audience, Member } from './audience.ts';
import { onceEach, waysOfChannels, waysOfUser } from './choose-receivers.ts';
import { eventWords } from './event-notice.ts';
import type { ChannelInterest, Interests } from './interests.ts';
import type { NoticeIntake } from './notice-intake.ts';

export interface IntakeDeps {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'list'>;
  readonly audience: Audience;
  readonly interests: Interests;
  readonly registry: Pick<EventRegistry, 'find'>;
  readonly acceptance: Pick<NoticeIntake, 'accept'>;
  readonly clock: Clock;
}

interface Listeners {
  readonly members: readonly Member[];
  readonly settingsOf: (user_id: string) => PreferenceSettings;
  readonly channels: ReadonlyMap<string, ChannelInterest>;
}

/** Limit of one organization; further users get events by other ways. */
const MAX_PEOPLE = 5_000;
/** In one transaction: events, and events times people. */
const MAX_EVENTS = 50;
const MAX_PAIRS = 20_000;
/** Receivers of more pairs are chosen before the transaction begins: choosing them yields to the event loop. */
const PAIRS_WITHIN = 2_000;

const eventsAtOnce = ({ members }: Listeners): number =>
  Math.min(MAX_EVENTS, Math.max(1, Math.floor(MAX_PAIRS / (members.length + 1))));

const areMany = (events: number, listeners: Listeners): boolean =>
  Math.min(events, eventsAtOnce(listeners)) * listeners.members.length > PAIRS_WITHIN;

/** Turns events into notices for users who may see them and want them. */
export class EventIntake extends Service<IntakeDeps> {
  /** Idempotent on the event: its id is the effect's. */
  async take(events: readonly LoggedEvent[]): Promise<void> {
    const floors = await this.parts.interests.floors(events.map(({ organization_id }) => organization_id));
    const wanted = Map.groupBy(
      events.filter(
        ({ organization_id, priority }) => levelOf(priority) >= (floors.get(organization_id) ?? 0),
      ),
      ({ organization_id }) => organization_id,
    );
    for (const [organization_id, own] of wanted) await this.#tell(systemPrincipal(organization_id), own);
  }

  /** In pieces, so that neither a transaction nor a turn of the process takes long. */
  async #tell(system: Principal, events: readonly LoggedEvent[]): Promise<void> {
    const { database, acceptance } = this.parts;
    let listeners: Listeners | undefined;
    let from = 0;
    while (from < events.length) {
      // Choosing among many yields to the event loop; no transaction is to stand idle meanwhile.
      const left = events.length - from;
      const chosen =
        listeners && areMany(left, listeners) ? await this.#notices(events, from, listeners) : null;
      from = await database.write(system, async (work) => {
        listeners ??= await this.#listeners(work);
        if (chosen === null && areMany(left, listeners)) return from;
        const notices = chosen ?? (await this.#notices(events, from, listeners));
        if (notices.length > 0) await acceptance.accept(work, notices);
        return from + eventsAtOnce(listeners);
      });
    }
  }

  /** Of as many events as one transaction takes. */
  async #notices(
    events: readonly LoggedEvent[],
    from: number,
    listeners: Listeners,
  ): Promise<readonly AcceptedNotice[]> {
    const notices: AcceptedNotice[] = [];
    const slice = new EventLoopSlice();
    for (const event of events.slice(from, from + eventsAtOnce(listeners))) {
      const notice = await this.#notice(event, listeners, slice);
      if (notice.wanted.length > 0) notices.push(notice);
    }
    return notices;
  }

  async #listeners(work: UnitOfWork): Promise<Listeners> {
    const { accounts, audience, interests } = this.parts;
    const query = { page: 1, per_page: MAX_PEOPLE, is_active: true, sort: 'created_at' };
    const { items } = await accounts.list(work, query);
    const user_ids = items.map(({ id }) => id);
    const [members, settingsOf, channels] = await Promise.all([
      audience.members(work, user_ids),
      interests.ofUsers(work, user_ids),
      interests.ofChannels(work),
    ]);
    return {
      members: [...members.values()],
      settingsOf,
      channels: new Map(channels.map((channel) => [channel.id, channel])),
    };
  }

  async #notice(
    event: LoggedEvent,
    { members, settingsOf, channels }: Listeners,
    slice: EventLoopSlice,
  ): Promise<AcceptedNotice> {
    const { audience, registry, clock } = this.parts;
    const { id, organization_id, event_type, category, priority, occurred_at } = event;
    const about = { category, priority, isPersonal: false };
    const ofUsers: Wanted[] = [];
    for (const member of members) {
      if (slice.isOver) await slice.yield();
      const { principal } = member;
      if (audience.maySee(principal, event))
        ofUsers.push(...waysOfUser(member, settingsOf(String(principal.user_id)), channels, about));
    }
    const ofChannels = audience.channelMaySee(organization_id, event_type)
      ? waysOfChannels(channels.values(), about)
      : [];
    const words = eventWords(event, registry.find(event_type, organization_id));
    const all = [...ofUsers, ...ofChannels];
    const wanted = await onceEach(all, priority, clock.now(), slice);
    return noticeOf(
      { effect_id: id, event_id: id, category, priority, ...words },
      { event_type, occurred_at, wanted },
    );
  }
}
