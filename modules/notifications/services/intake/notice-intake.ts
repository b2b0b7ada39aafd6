import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import type { UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { newId } from '@patchbay/kernel/schema';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { planned } from '../delivery/plan-delivery.ts';
import { quietUntil } from '../delivery/quiet-hours.ts';
import { ReceiverLoad } from '../delivery/receiver-load.ts';
import { INBOX, type Receiver, type Wanted } from '../preferences/receiver.ts';
import type { AcceptedNotice } from './accepted-notice.ts';
import {
  type AskedLoad,
  bumpInbox,
  fileInInboxes,
  insertDeliveries,
  insertNotices,
  loadOf,
  MAX_ROWS,
  type NewDelivery,
  noteDue,
  type ReceiverRow,
  upsertReceivers,
} from './intake-statements.ts';

/** Waiting deliveries of one receiver; more are given as a number with its next message. */
const MAX_WAITING = 200;
/** For so many receivers it is asked first which notices are new. */
const FEW = 100;

/**
 * Writes notices with one delivery per receiver, all in the caller's transaction: an accepted notice survives any
 * crash, and the same effect is accepted once. Inbox messages are there with the commit.
 */
export class NoticeIntake extends Service<{
  secrets: Pick<SecretBox, 'seal'>;
  clock: Clock;
  wake: () => void;
}> {
  /** Notices accepted before, by effect, are passed over. */
  async accept(work: UnitOfWork, notices: readonly AcceptedNotice[]): Promise<void> {
    const inserting = insertNotices(work, notices);
    const wanting = receiversOf(notices).length > FEW ? await inserting : notices;
    const receivers = receiversOf(wanting);
    if (receivers.length === 0) {
      await inserting;
      return;
    }
    const receiving = upsertReceivers(
      work,
      receivers.map((receiver) => this.#rowOf(receiver, work.organization_id)),
    );
    // Up to so many rows are one statement; their load may be asked for right behind it.
    if (receivers.length > MAX_ROWS) await receiving;
    const [fresh, targets, load] = await Promise.all([inserting, receiving, this.#loadOf(work, wanting)]);
    if (fresh.length === 0) return;
    const deliveries: NewDelivery[] = [];
    const slice = new EventLoopSlice();
    for (const notice of fresh) {
      for (const wanted of notice.wanted) {
        const delivery = this.#delivery(notice, wanted, load, targets);
        if (delivery !== null) deliveries.push(delivery);
        if (slice.isOver) await slice.yield();
      }
    }
    await Promise.all([insertDeliveries(work, deliveries), fileInInboxes(work, deliveries)]);
    bumpInbox(work, load.heldInInbox());
    noteDue(work, load.changes());
    if (deliveries.some(({ status }) => status === 'waiting')) work.afterCommit(this.parts.wake);
  }

  #rowOf(receiver: Receiver, organization_id: string): ReceiverRow {
    const id = newId();
    const place = { table: 'notification_targets', row_id: id, organization_id };
    const { address, ...row } = receiver;
    const sealed_address =
      address === null ? null : this.parts.secrets.seal(new Secret(JSON.stringify(address)), place);
    return { ...row, id, sealed_address };
  }

  async #loadOf(work: UnitOfWork, notices: readonly AcceptedNotice[]): Promise<ReceiverLoad> {
    const asked = new Map<string, AskedLoad>();
    for (const { subject, wanted } of notices)
      for (const { receiver, throttle } of wanted) {
        const key = `${receiver.key} ${subject}`;
        if (asked.has(key)) continue;
        const sinceMs = this.parts.clock.now().getTime() - (throttle?.minutes ?? 0) * 60_000;
        asked.set(key, { key: receiver.key, subject, since: new Date(sinceMs).toISOString() });
      }
    return new ReceiverLoad(await loadOf(work, [...asked.values()]));
  }

  /** Null: only counted. */
  #delivery(
    notice: AcceptedNotice,
    { receiver, timing, throttle }: Wanted,
    load: ReceiverLoad,
    targets: ReadonlyMap<string, string>,
  ): NewDelivery | null {
    const now = this.parts.clock.now();
    const target_id = targets.get(receiver.key) ?? '';
    const about = { target_id, subject: notice.subject };
    const opens = throttle === null ? null : load.closedUntil(about, throttle, now);
    const row = { id: newId(), notice, receiver, target_id, created_at: now.toISOString() };
    if (receiver.channel === INBOX) {
      if (opens !== null) return load.holdInInbox(about, receiver.user_id);
      load.send(about, null, now);
      return { ...row, status: 'delivered', mode: 'single', reason: null, due_at: row.created_at };
    }
    if (load.waiting(target_id) >= MAX_WAITING) return load.drop(target_id);
    if (opens !== null) {
      const due_at = (timing.quiet_hours && quietUntil(timing.quiet_hours, opens)) ?? opens;
      load.hold(about, due_at);
      return { ...row, status: 'waiting', mode: 'held', reason: 'throttled', due_at: due_at.toISOString() };
    }
    const { mode, due_at, reason } = planned(notice.priority, timing, now);
    load.send(about, due_at, now);
    return { ...row, status: 'waiting', mode, reason, due_at: due_at.toISOString() };
  }
}

function receiversOf(notices: readonly AcceptedNotice[]): readonly Receiver[] {
  const receivers = new Map<string, Receiver>();
  for (const { wanted } of notices) for (const { receiver } of wanted) receivers.set(receiver.key, receiver);
  return [...receivers.values()];
}
