import type { BodyOf, ReplyOf } from '@patchbay/console-kit';
import { type QuietHours, quietBody } from '../quiet-hours.ts';

type Reply = ReplyOf<'GET', '/notifications/preferences'>;
type Body = BodyOf<'PUT', '/notifications/preferences'>;

/** How messages reach the user on one way; fields that a way has not are absent. */
export interface WaySettings {
  readonly enabled: boolean;
  readonly minimum_priority: 'low' | 'normal' | 'high' | 'critical';
  /** Null: all. */
  readonly categories: readonly string[] | null;
  readonly digest_minutes?: number;
  readonly channel_id?: string | null;
}

export interface PreferenceValues {
  readonly in_app: WaySettings;
  readonly email: WaySettings;
  readonly chat: WaySettings;
  readonly webhook: WaySettings;
  readonly quiet_hours: QuietHours | null;
  readonly throttle: { readonly most: number; readonly minutes: number };
}

export const valuesOf = ({ updated_at: _, ...settings }: Reply): PreferenceValues => settings;

const listOf = (categories: readonly string[] | null) => (categories === null ? null : [...categories]);

export function bodyOf({ in_app, email, chat, webhook, quiet_hours, throttle }: PreferenceValues): Body {
  const shared = ({ enabled, minimum_priority, categories }: WaySettings) => ({
    enabled,
    minimum_priority,
    categories: listOf(categories),
  });
  const mailed = (way: WaySettings) => ({ ...shared(way), digest_minutes: way.digest_minutes ?? 0 });
  const posted = (way: WaySettings) => ({ ...mailed(way), channel_id: way.channel_id ?? null });
  return {
    in_app: shared(in_app),
    email: mailed(email),
    chat: posted(chat),
    webhook: posted(webhook),
    quiet_hours: quietBody(quiet_hours),
    throttle: { ...throttle },
  };
}
