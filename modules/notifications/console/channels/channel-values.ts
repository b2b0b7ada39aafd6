import type { BodyOf, ReplyOf } from '@patchbay/console-kit';
import { type QuietHours, quietBody } from '../quiet-hours.ts';

export type Channel = ReplyOf<'GET', '/notifications/channels/{channel_id}'>;
type Body = BodyOf<'POST', '/notifications/channels'>;

export const KINDS = ['slack', 'teams', 'webhook'] as const;
/** Of a channel that hears no events by itself. */
export const NO_EVENTS = 'none';

export interface ChannelValues {
  readonly name: string;
  readonly kind: string;
  /** A secret that is never shown again: empty keeps the former. */
  readonly url: string;
  readonly is_enabled: boolean;
  readonly open_to_users: boolean;
  readonly minimum_priority: string;
  readonly categories: readonly string[] | null;
  readonly digest_minutes: number | null;
  readonly quiet_hours: QuietHours | null;
}

export const NEW_CHANNEL: ChannelValues = {
  name: '',
  kind: 'slack',
  url: '',
  is_enabled: true,
  open_to_users: false,
  minimum_priority: 'high',
  categories: null,
  digest_minutes: 0,
  quiet_hours: null,
};

export const valuesOf = (channel: Channel): ChannelValues => ({
  name: channel.name,
  kind: channel.kind,
  url: '',
  is_enabled: channel.is_enabled,
  open_to_users: channel.open_to_users,
  minimum_priority: channel.minimum_priority ?? NO_EVENTS,
  categories: channel.categories,
  digest_minutes: channel.digest_minutes,
  quiet_hours: channel.quiet_hours,
});

const PRIORITIES = ['low', 'normal', 'high', 'critical'] as const;

/** Body of a change; the kind stays. */
export function patchOf(values: ChannelValues): Omit<Body, 'url' | 'kind'> & { readonly url?: string } {
  const { name, url, is_enabled, open_to_users, minimum_priority, categories, digest_minutes, quiet_hours } =
    values;
  return {
    name,
    is_enabled,
    open_to_users,
    minimum_priority: PRIORITIES.find((each) => each === minimum_priority) ?? null,
    categories: categories === null ? null : [...categories],
    digest_minutes: digest_minutes ?? 0,
    quiet_hours: quietBody(quiet_hours),
    ...(url === '' ? {} : { url }),
  };
}

export const bodyOf = (values: ChannelValues): Body => ({
  ...patchOf(values),
  url: values.url,
  kind: KINDS.find((each) => each === values.kind) ?? 'webhook',
});
