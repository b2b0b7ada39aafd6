import Type, { type Static } from 'typebox';
import { levelOf, PRIORITIES, type Priority } from '../../contract/priorities.ts';
import { QuietHoursSchema } from '../delivery/quiet-hours.ts';

export const Categories = Type.Union(
  [
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, uniqueItems: true }),
    Type.Null(),
  ],
  { description: 'categories of events; null for all' },
);
export const DigestMinutes = Type.Integer({
  minimum: 0,
  maximum: 10_080,
  description: 'collect for so many minutes and send together; 0: at once',
});

const way = {
  enabled: Type.Boolean(),
  minimum_priority: Type.Enum([...PRIORITIES]),
  categories: Categories,
};
const closed = { additionalProperties: false } as const;

const InApp = Type.Object(way, closed);
const Mailed = Type.Object({ ...way, digest_minutes: DigestMinutes }, closed);
const Posted = Type.Object(
  {
    ...way,
    digest_minutes: DigestMinutes,
    channel_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'a channel that the organization keeps',
    }),
  },
  closed,
);

export const PreferenceSettingsSchema = Type.Object(
  {
    in_app: InApp,
    email: Mailed,
    chat: Posted,
    webhook: Posted,
    quiet_hours: Type.Union([QuietHoursSchema, Type.Null()], {
      description: 'meanwhile only critical notices leave the inbox',
    }),
    throttle: Type.Object(
      {
        most: Type.Integer({ minimum: 1, maximum: 1_000 }),
        minutes: Type.Integer({ minimum: 1, maximum: 1_440 }),
      },
      { ...closed, description: 'most messages of one subject through one channel; more are held back' },
    ),
  },
  closed,
);

/** Settings of one user, per channel. */
export type PreferenceSettings = Static<typeof PreferenceSettingsSchema>;
export type Throttle = PreferenceSettings['throttle'];
export const WAYS = ['in_app', 'email', 'chat', 'webhook'] as const;
export type Way = (typeof WAYS)[number];
/** Settings that all channels have in common. */
export interface Interest {
  readonly enabled: boolean;
  readonly minimum_priority: Priority;
  readonly categories: readonly string[] | null;
}

export const DEFAULT_THROTTLE: Throttle = Object.freeze({ most: 5, minutes: 10 });

/** Defaults: urgent notices in the inbox, critical ones by mail too. */
export const DEFAULT_SETTINGS: PreferenceSettings = Object.freeze({
  in_app: { enabled: true, minimum_priority: 'high', categories: null },
  email: { enabled: true, minimum_priority: 'critical', categories: null, digest_minutes: 0 },
  chat: { enabled: false, minimum_priority: 'high', categories: null, digest_minutes: 0, channel_id: null },
  webhook: {
    enabled: false,
    minimum_priority: 'high',
    categories: null,
    digest_minutes: 0,
    channel_id: null,
  },
  quiet_hours: null,
  throttle: DEFAULT_THROTTLE,
});

/** Adds defaults for missing settings. */
export const completed = (given: Partial<PreferenceSettings>): PreferenceSettings => ({
  ...DEFAULT_SETTINGS,
  ...given,
});

export const wants = (
  { enabled, minimum_priority, categories }: Interest,
  about: { readonly category: string; readonly priority: Priority },
): boolean =>
  enabled &&
  levelOf(about.priority) >= levelOf(minimum_priority) &&
  (categories === null || categories.includes(about.category));

/** Above every level: wants nothing. */
const NOTHING = PRIORITIES.length;

export const lowestLevelOf = (settings: PreferenceSettings): number =>
  Math.min(
    NOTHING,
    ...WAYS.map((way) => settings[way])
      .filter(({ enabled }) => enabled)
      .map(({ minimum_priority }) => levelOf(minimum_priority)),
  );
