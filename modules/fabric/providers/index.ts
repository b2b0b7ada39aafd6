import { RATE_LIMITER } from '@patchbay/kernel/cache';
import { DATABASE } from '@patchbay/kernel/database';
import { provide } from '@patchbay/kernel/di';
import { EVENT_DEAD_LETTERS, EVENT_REGISTRY } from '@patchbay/kernel/events';
import { CATALOG, INVOKER } from '@patchbay/kernel/fabric';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { NOTIFICATIONS } from '@patchbay/module-notifications/contract';
import { QUOTAS } from '@patchbay/module-organizations/contract';
import { FABRIC_CONFIG } from '../config.ts';
import { connectionForRun } from '../services/connections/connection-for-run.ts';
import { connectionWhyNot } from '../services/connections/connection-why-not.ts';
import { Connections } from '../services/connections/connections.ts';
import { Suggestions } from '../services/connections/suggestions.ts';
import { EventFeed } from '../services/events/event-feed.ts';
import { EventReplays } from '../services/events/event-replays.ts';
import { Ingest } from '../services/events/ingest.ts';
import { Notifier } from '../services/sinks/notifier.ts';
import { OperationInvocation } from '../services/sinks/operation-invocation.ts';
import { WebhookSender } from '../services/sinks/webhook-sender.ts';
import { DraftJudgement } from '../services/static-check/draft-judgement.ts';
import * as tokens from '../tokens.ts';
import { backtestProviders } from './backtests.ts';
import { DRAFT_CHECK, EVENT_VISIBILITY, FOR_RUN, partProviders, SEALED_STEPS } from './parts.ts';
import { runningProviders } from './running.ts';

const routeServices = [
  provide(Connections, [DATABASE, DraftJudgement, SEALED_STEPS, QUOTAS]),
  provide(tokens.WHY_NOT, [DATABASE, SEALED_STEPS, EVENT_VISIBILITY], (...deps) => connectionWhyNot(...deps)),
  provide(FOR_RUN, [SEALED_STEPS, DRAFT_CHECK], (...deps) => connectionForRun(...deps)),
  provide(Suggestions, { catalog: CATALOG, permissions: PERMISSION_MAP }),
  provide(Ingest, { database: DATABASE, limiter: RATE_LIMITER }),
  provide(EventReplays, { database: DATABASE, deadLetters: EVENT_DEAD_LETTERS }),
  provide(EventFeed, {
    database: DATABASE,
    registry: EVENT_REGISTRY,
    catalog: CATALOG,
    permissions: PERMISSION_MAP,
  }),
  provide(OperationInvocation, { invoker: INVOKER, catalog: CATALOG, database: DATABASE }),
];

const sinks = [
  provide(
    WebhookSender,
    [OUTBOUND, CLOCK, FABRIC_CONFIG],
    (outbound, clock, config) =>
      new WebhookSender({
        outbound,
        clock,
        options: {
          allowedHosts: config.FABRIC_WEBHOOK_ALLOWED_HOSTS,
          signingSecret: config.FABRIC_WEBHOOK_SIGNING_SECRET,
        },
      }),
  ),
  provide(Notifier, { notifications: NOTIFICATIONS }),
];

export const fabricProviders = [
  ...partProviders,
  ...routeServices,
  ...sinks,
  ...runningProviders,
  ...backtestProviders,
];
