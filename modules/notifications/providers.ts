import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { EVENT_REGISTRY } from '@patchbay/kernel/events';
import { JOBS } from '@patchbay/kernel/jobs';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { ACCOUNTS, PEOPLE } from '@patchbay/module-identity/contract';
import { NOTIFICATION_CHANNELS, NOTIFICATIONS } from './contract.ts';
import { sendDue } from './jobs.ts';
import { DeliveryRecord } from './services/delivery/delivery-record.ts';
import { DeliveryWorker } from './services/delivery/delivery-worker.ts';
import { DueWatch } from './services/delivery/due-watch.ts';
import { ReceiverBatches } from './services/delivery/receiver-batches.ts';
import { ReceiverClaims } from './services/delivery/receiver-claims.ts';
import { ReceiverSending } from './services/delivery/receiver-sending.ts';
import { Audience } from './services/intake/audience.ts';
import { DirectNotices } from './services/intake/direct-notices.ts';
import { EventIntake } from './services/intake/event-intake.ts';
import { Interests } from './services/intake/interests.ts';
import { NoticeIntake } from './services/intake/notice-intake.ts';
import { Addresses } from './services/preferences/addresses.ts';
import { ChannelSettings } from './services/preferences/channel-settings.ts';
import { Housekeeping } from './services/preferences/housekeeping.ts';
import { Inbox } from './services/preferences/inbox.ts';
import { KeptChannels } from './services/preferences/kept-channels.ts';
import { Preferences } from './services/preferences/preferences.ts';

const routeServices = [
  provide(Inbox, { database: DATABASE }),
  provide(Preferences, { database: DATABASE }),
  provide(KeptChannels, { database: DATABASE, secrets: SECRETS }),
  provide(DeliveryRecord, { database: DATABASE }),
  provide(Housekeeping, { database: DATABASE }),
];

const sending = [
  provide(Audience, { people: PEOPLE, registry: EVENT_REGISTRY, permissions: PERMISSION_MAP }),
  provide(
    ReceiverSending,
    [DATABASE, Audience, SECRETS, CLOCK, NOTIFICATION_CHANNELS.all, LOGGER],
    (database, audience, secrets, clock, channels, logger) =>
      new ReceiverSending({
        batches: new ReceiverBatches({ database, addresses: new Addresses({ audience, secrets }), clock }),
        channels,
        logger,
      }),
  ),
  provide(
    DeliveryWorker,
    [DATABASE, ReceiverSending, NOTIFICATION_CHANNELS.all, CLOCK, LOGGER],
    (database, sending, channels, clock, logger) =>
      new DeliveryWorker({ claims: new ReceiverClaims({ database, channels, clock }), sending, logger }),
    (worker) => worker.stop(),
  ),
  provide(
    DueWatch,
    [DATABASE, DeliveryWorker, JOBS],
    (database, worker, jobs) =>
      new DueWatch(database, worker, (unit, options) => jobs.enqueue(unit, sendDue, {}, options)),
  ),
];

const telling = [
  provide(Interests, { database: DATABASE }),
  provide(
    NoticeIntake,
    [SECRETS, CLOCK, DeliveryWorker],
    (secrets, clock, worker) => new NoticeIntake({ secrets, clock, wake: () => worker.wake() }),
  ),
  provide(
    DirectNotices,
    [DATABASE, NOTIFICATION_CHANNELS.all, Audience, Interests, NoticeIntake, DeliveryWorker, CLOCK],
    (database, channels, audience, interests, acceptance, worker, clock) => {
      const settings = new ChannelSettings({ channels });
      return new DirectNotices({ database, settings, audience, interests, acceptance, worker, clock });
    },
  ),
  provide(NOTIFICATIONS, [DirectNotices], (direct) => direct),
  provide(EventIntake, {
    database: DATABASE,
    accounts: ACCOUNTS,
    audience: Audience,
    interests: Interests,
    registry: EVENT_REGISTRY,
    acceptance: NoticeIntake,
    clock: CLOCK,
  }),
];

export const notificationProviders = [...routeServices, ...sending, ...telling];
