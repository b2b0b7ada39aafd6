import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import { roleAtLeast } from '@patchbay/kernel/permissions';
import type { Priority } from '../../contract/priorities.ts';
import { planned } from '../delivery/plan-delivery.ts';
import { DEFAULT_THROTTLE, type PreferenceSettings, wants } from '../preferences/preference-settings.ts';
import { channelReceiver, INBOX, userReceiver, type Wanted, wayOf } from '../preferences/receiver.ts';
import type { Member } from './audience.ts';
import type { ChannelInterest } from './interests.ts';

export interface About {
  readonly category: string;
  readonly priority: Priority;
  /** Addressed to the person: the inbox has it whatever its priority. */
  readonly isPersonal: boolean;
}

/** Channels of this notice for one user. */
export function waysOfUser(
  { principal, email }: Member,
  settings: PreferenceSettings,
  channels: ReadonlyMap<string, ChannelInterest>,
  about: About,
): readonly Wanted[] {
  const user_id = String(principal.user_id);
  const { throttle, quiet_hours } = settings;
  const chosen: Wanted[] = [];
  if (about.isPersonal || wants(settings.in_app, about))
    chosen.push({
      receiver: userReceiver(INBOX, user_id, email),
      timing: { digest_minutes: 0, quiet_hours: null },
      throttle,
    });
  if (wants(settings.email, about))
    chosen.push({
      receiver: userReceiver('email', user_id, email),
      timing: { digest_minutes: settings.email.digest_minutes, quiet_hours },
      throttle,
    });
  for (const way of ['chat', 'webhook'] as const) {
    const { channel_id, digest_minutes } = settings[way];
    const channel = channel_id === null ? undefined : channels.get(channel_id);
    if (channel === undefined || wayOf(channel.kind) !== way || !wants(settings[way], about)) continue;
    if (!channel.open_to_users && !roleAtLeast(principal.role, 'org_admin')) continue;
    const receiver = channelReceiver(channel.id, channel.kind, channel.name);
    chosen.push({ receiver, timing: { digest_minutes, quiet_hours }, throttle });
  }
  return chosen;
}

/** The channels that are to have this by themselves. */
export const waysOfChannels = (channels: Iterable<ChannelInterest>, about: About): readonly Wanted[] =>
  [...channels]
    .filter(
      ({ minimum_priority, categories }) =>
        minimum_priority !== null && wants({ enabled: true, minimum_priority, categories }, about),
    )
    .map(({ id, kind, name, digest_minutes, quiet_hours }) => ({
      receiver: channelReceiver(id, kind, name),
      timing: { digest_minutes, quiet_hours },
      throttle: DEFAULT_THROTTLE,
    }));

/** A receiver that several have asked for has the message once, as early as any of them wants it. */
export async function onceEach(
  all: readonly Wanted[],
  priority: Priority,
  now: Date,
  slice = new EventLoopSlice(),
): Promise<readonly Wanted[]> {
  const chosen = new Map<string, Wanted>();
  const dueMs = ({ timing }: Wanted): number => planned(priority, timing, now).due_at.getTime();
  for (const each of all) {
    if (slice.isOver) await slice.yield();
    const other = chosen.get(each.receiver.key);
    if (other === undefined || dueMs(each) < dueMs(other)) chosen.set(each.receiver.key, each);
  }
  return [...chosen.values()];
}
