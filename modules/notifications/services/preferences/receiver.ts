import { createHash } from 'node:crypto';
import type { ChannelKind } from '../../entities/notification-channel.ts';
import type { Timing } from '../delivery/plan-delivery.ts';
import type { Throttle } from './preference-settings.ts';

/** One receiver through one channel; the same key is the same receiver. */
export interface Receiver {
  readonly channel: string;
  readonly key: string;
  readonly user_id: string | null;
  readonly channel_id: string | null;
  /** Of a receiver that is neither a user nor a kept channel: the argument of the channel's `send`. */
  readonly address: unknown;
  readonly label: string;
}

/** A receiver with its settings. */
export interface Wanted {
  readonly receiver: Receiver;
  readonly timing: Timing;
  /** Null: everything goes out. */
  readonly throttle: Throttle | null;
}

export const INBOX = 'in_app';

const nobody = { user_id: null, channel_id: null, address: null };

export const userReceiver = (channel: string, user_id: string, label: string): Receiver => ({
  ...nobody,
  channel,
  key: `${channel}:user:${user_id}`,
  user_id,
  label,
});

/** The way by which a kept channel is reached. */
export const wayOf = (kind: ChannelKind): 'chat' | 'webhook' => (kind === 'webhook' ? 'webhook' : 'chat');

export const channelReceiver = (id: string, kind: ChannelKind, label: string): Receiver => ({
  ...nobody,
  channel: wayOf(kind),
  key: `${wayOf(kind)}:channel:${id}`,
  channel_id: id,
  label,
});

/** The key holds a digest only: an address may be a secret. */
export const addressReceiver = (channel: string, address: unknown, label: string): Receiver => ({
  ...nobody,
  channel,
  key: `${channel}:address:${createHash('sha256').update(JSON.stringify(address)).digest('hex')}`,
  address,
  label,
});
