import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { TSchema } from 'typebox';

export interface NotificationMessage {
  /** At most 200 characters. */
  readonly title: string;
  /** At most 4,000 characters. */
  readonly body: string;
  /** The event that led here, if any. */
  readonly event_id: string | null;
  /** The same for every try; a channel delivers it once, or hands it on for its receivers to tell. */
  readonly effect_id: string;
}

/** A way to reach people (SPEC 4.5 `fabric.notify`). */
export interface NotificationChannel {
  /** Key in `channels`: `email`, `chat`, `in_app`, `webhook`. */
  readonly id: string;
  readonly title: string;
  /** Schema of the channel's settings; checked before `deliver` is called. */
  readonly settings: TSchema;
  /** Throws when the message did not get out. */
  deliver(
    principal: Principal,
    message: NotificationMessage,
    settings: unknown,
    signal: AbortSignal,
  ): Promise<void>;
}

export const NOTIFICATION_CHANNELS: ExtensionPoint<NotificationChannel> =
  extensionPoint('notifications.channels');
