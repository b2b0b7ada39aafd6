import type { UnitOfWork } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { TSchema } from 'typebox';
import type { Priority } from './contract/priorities.ts';

export { PRIORITIES, type Priority } from './contract/priorities.ts';
export { receiverRefused } from './errors.ts';
export { channelFailing } from './events.ts';

/** One message on its way to one receiver. */
export interface OutgoingMessage {
  /** At most 200 characters, without controls. */
  readonly title: string;
  /** At most 4,000 characters; lines end with `\n`. */
  readonly body: string;
  readonly priority: Priority;
  /** The event that led here, if it was one. */
  readonly event_id: string | null;
  /** The same for every try; a channel hands it on, so that its receivers recognise a repetition. */
  readonly message_id: string;
}

/** A way to reach people (SPEC 4.5 `fabric.notify`). This module keeps, retries and records its messages. */
export interface NotificationChannel {
  /** Key in `channels`: `email`, `chat`, `webhook` …; `in_app` is the inbox itself. */
  readonly id: string;
  readonly title: string;
  /** Schema of the channel's settings in `channels`. */
  readonly settings: TSchema;
  /** One JSON value per receiver that settings of this schema name, as `send` takes it; at most 100. */
  addressesOf(settings: unknown): readonly ChannelAddress[];
  /** Places in this process; default 16. One receiver never has more than one. */
  readonly maxAtOnce?: number;
  /**
   * Ends within 30 seconds. Throws when the message did not get out: `notifications.receiver_refused`, or an error
   * of kind `invalid`, for what will never be taken; anything else is tried again.
   */
  send(message: OutgoingMessage, address: unknown, signal: AbortSignal): Promise<void>;
}

export interface ChannelAddress {
  readonly address: unknown;
  /** Name in the record: no secret. At most 254 characters. */
  readonly label: string;
}

export const NOTIFICATION_CHANNELS: ExtensionPoint<NotificationChannel> =
  extensionPoint('notifications.channels');

/** A notice to send. */
export interface NoticeInput {
  /** The same for every try of the same notice: it is accepted once. */
  readonly effect_id: string;
  /** Cut to 200 characters. */
  readonly title: string;
  /** Cut to 4,000 characters. */
  readonly body: string;
  /** Default `general`. */
  readonly category?: string;
  /** Default `normal`. */
  readonly priority?: Priority;
  /** Subject: only so many of one subject go out at a time. Default: its category and title. */
  readonly subject?: string;
  readonly event_id?: string | null;
}

export interface DirectNotice extends NoticeInput {
  /** Settings by channel, as in `fabric.notify`. */
  readonly channels: Readonly<Record<string, unknown>>;
}

export interface DirectOutcome {
  readonly notice_id: string;
  readonly delivered: readonly string[];
  /** Accepted and not tried yet, or held back: `GET /notifications/deliveries` shows their end. */
  readonly pending: readonly string[];
  /** Channels whose first try failed, and why; unless the receiver refused for good, tries go on. */
  readonly failures: readonly { readonly channel: string; readonly message: string }[];
}

/** Interface by which other modules notify people; all of it is durable once the transaction is. */
export interface Notifications {
  /** Notifies users of the organization, each as their preferences say; at most 1,000. The inbox always has it. */
  tell(work: UnitOfWork, user_ids: readonly string[], notice: NoticeInput): Promise<void>;
  /**
   * Sends to the receivers given, whatever anybody prefers, and waits a while for the first try of each; called again
   * with the same `effect_id` it sends nothing anew and says how things stand. Not for use inside a unit, whose
   * messages cannot go out before it ends. Throws `kernel.validation_failed` before anything is accepted.
   */
  send(principal: Principal, notice: DirectNotice, signal?: AbortSignal): Promise<DirectOutcome>;
  /** Schema of `channels` as `send` takes it; the same object until a channel comes or goes. */
  channelsSchema(): TSchema;
}

export const NOTIFICATIONS: Token<Notifications> = token('notifications.notifications');
