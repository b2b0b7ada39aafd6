import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { TSchema } from 'typebox';
import type { DirectNotice, DirectOutcome, NoticeInput, Notifications } from '../../contract.ts';
import type { DeliveryWorker } from '../delivery/delivery-worker.ts';
import { AT_ONCE } from '../delivery/plan-delivery.ts';
import type { ChannelSettings } from '../preferences/channel-settings.ts';
import { channelReceiver, INBOX, type Receiver, userReceiver, type Wanted } from '../preferences/receiver.ts';
import { noticeOf } from './accepted-notice.ts';
import type { Audience } from './audience.ts';
import { onceEach, waysOfUser } from './choose-receivers.ts';
import { type DeliveryState, deliveryStates, outcomeOf } from './direct-outcome.ts';
import type { Interests } from './interests.ts';
import type { NoticeIntake } from './notice-intake.ts';

export interface DirectDeps {
  readonly database: Database;
  readonly settings: Pick<ChannelSettings, 'receiversOf' | 'schema'>;
  readonly audience: Pick<Audience, 'members'>;
  readonly interests: Pick<Interests, 'ofUsers' | 'ofChannels'>;
  readonly acceptance: Pick<NoticeIntake, 'accept'>;
  readonly worker: Pick<DeliveryWorker, 'nextOutcome'>;
  readonly clock: Clock;
}

const MAX_USERS = 1_000;
/** A longer wait than a caller's time for its answer is of no use: slow messages go on by themselves. */
const WAIT_MS = 20_000;
/** Another process may be the one that sends. */
const LOOK_EVERY_MS = 500;
/** A Connection gone wild must not flood a room or a mailbox. */
const FLOOD = { most: 60, minutes: 10 };
const TEST_NOTICE = {
  title: 'Test message',
  body: 'If you can read this, notifications reach this channel.',
  category: 'test',
};
/** Receivers that are programs have every message. */
const MACHINES: ReadonlySet<string> = new Set(['webhook']);

/** Notices that other modules address themselves. */
export class DirectNotices extends Service<DirectDeps> implements Notifications {
  async tell(work: UnitOfWork, user_ids: readonly string[], notice: NoticeInput): Promise<void> {
    if (user_ids.length > MAX_USERS)
      throw validationFailed({
        details: [{ field: 'user_ids', message: `at most ${MAX_USERS}`, type: 'too_long' }],
      });
    const { audience, interests, clock } = this.parts;
    const wanted = [...new Set(user_ids)];
    const [members, settingsOf, channels] = await Promise.all([
      audience.members(work, wanted),
      interests.ofUsers(work, wanted),
      interests.ofChannels(work),
    ]);
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    const { category = 'general', priority = 'normal' } = notice;
    const ways = [...members].flatMap(([user_id, member]) =>
      waysOfUser(member, settingsOf(user_id), byId, { category, priority, isPersonal: true }),
    );
    await this.#accept(work, notice, await onceEach(ways, priority, clock.now()));
  }

  async send(
    principal: Principal,
    { channels, ...notice }: DirectNotice,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<DirectOutcome> {
    const { user_ids, others } = this.parts.settings.receiversOf(channels);
    const asked = Object.keys(channels);
    await this.parts.database.write(principal, async (work) => {
      const readers = await this.#readers(work, user_ids);
      await this.#accept(work, notice, [...readers.map(unthrottled), ...others.map(direct)]);
      work.audit.record({
        action: 'notifications.deliver',
        target_type: 'effect',
        target_id: notice.effect_id,
        detail: { channels: asked, user_ids: [...new Set(user_ids)], event_id: notice.event_id ?? null },
      });
    });
    return this.#outcome(principal, notice.effect_id, asked, signal);
  }

  channelsSchema(): TSchema {
    return this.parts.settings.schema();
  }

  /** A message to one kept channel, to see whether it gets there. */
  async test(principal: Principal, channel_id: string, signal: AbortSignal): Promise<DirectOutcome> {
    const effect_id = newId();
    const way = await this.parts.database.write(principal, async (work) => {
      const channels = await this.parts.interests.ofChannels(work);
      const channel = channels.find(({ id }) => id === channel_id);
      if (channel === undefined) throw notFound();
      const receiver = channelReceiver(channel.id, channel.kind, channel.name);
      const notice = { ...TEST_NOTICE, subject: `test ${effect_id}`, effect_id };
      await this.#accept(work, notice, [unthrottled(receiver)]);
      work.audit.record({
        action: 'notifications.test_channel',
        target_type: 'notification_channel',
        target_id: channel_id,
      });
      return receiver.channel;
    });
    return this.#outcome(principal, effect_id, [way], signal);
  }

  #accept(work: UnitOfWork, notice: NoticeInput, wanted: readonly Wanted[]): Promise<void> {
    const occurred_at = this.parts.clock.now().toISOString();
    const accepted = noticeOf(notice, { event_type: null, occurred_at, wanted });
    return this.parts.acceptance.accept(work, [accepted]);
  }

  /** Every receiver must be a user of the organization, or none is notified. */
  async #readers(work: UnitOfWork, user_ids: readonly string[]): Promise<readonly Receiver[]> {
    const wanted = [...new Set(user_ids)];
    const members = await this.parts.audience.members(work, wanted);
    const details = wanted.flatMap((id, index) =>
      members.has(id) ? [] : [{ field: `user_ids.${index}`, message: 'no such user', type: 'not_found' }],
    );
    if (details.length > 0) throw validationFailed({ details });
    return wanted.map((id) => userReceiver(INBOX, id, members.get(id)?.email ?? ''));
  }

  /** State once everything was tried, or after a while. */
  async #outcome(
    principal: Principal,
    effect_id: string,
    channels: readonly string[],
    signal: AbortSignal,
  ): Promise<DirectOutcome> {
    const untilMs = performance.now() + WAIT_MS;
    for (;;) {
      const rows: readonly DeliveryState[] = await this.parts.database.read(principal, (unit) =>
        deliveryStates(unit, effect_id),
      );
      const { untried, told } = outcomeOf(rows, channels);
      if (untried.length === 0 || signal.aborted || performance.now() >= untilMs) return told;
      await this.parts.worker.nextOutcome(untried, LOOK_EVERY_MS, signal);
    }
  }
}

const unthrottled = (receiver: Receiver): Wanted => ({ receiver, timing: AT_ONCE, throttle: null });

const direct = (receiver: Receiver): Wanted => ({
  receiver,
  timing: AT_ONCE,
  throttle: MACHINES.has(receiver.channel) ? null : FLOOD,
});
