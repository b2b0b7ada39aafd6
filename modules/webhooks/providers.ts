import { DATABASE } from '@patchbay/kernel/database';
import { provide, provideAs, type Token, token } from '@patchbay/kernel/di';
import { EVENT_REGISTRY, SubscriptionRules } from '@patchbay/kernel/events';
import { MODULE_REGISTRY } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { WEBHOOKS_CONFIG } from './config.ts';
import { DeliveryLog } from './services/delivery/delivery-log.ts';
import { DeliveryTurn } from './services/delivery/delivery-turn.ts';
import { deliveryWorker } from './services/delivery/delivery-worker.ts';
import { LogTrimming } from './services/delivery/log-trimming.ts';
import { ManualDeliveries } from './services/delivery/manual-deliveries.ts';
import { Replay } from './services/delivery/replay.ts';
import { WebhookPost } from './services/delivery/webhook-post.ts';
import { BacklogScan } from './services/queue/backlog-scan.ts';
import { Intake } from './services/queue/intake.ts';
import { QueueClaims } from './services/queue/queue-claims.ts';
import { QueueStep } from './services/queue/queue-step.ts';
import { Disabling } from './services/subscriptions/disabling.ts';
import { SecretRotation } from './services/subscriptions/secret-rotation.ts';
import { SigningSecrets } from './services/subscriptions/signing-secrets.ts';
import { SubscriptionStatus } from './services/subscriptions/subscription-status.ts';
import { Subscriptions } from './services/subscriptions/subscriptions.ts';
import { TemplatePreview } from './services/templates/template-preview.ts';
import { Templates } from './services/templates/templates.ts';
import * as tokens from './tokens.ts';

const RULES: Token<SubscriptionRules> = token('webhooks.subscription-rules');

const parts = [
  provide(SigningSecrets, { box: SECRETS }),
  provideAs(RULES, SubscriptionRules, { registry: EVENT_REGISTRY, permissions: PERMISSION_MAP }),
];

const routeServices = [
  provide(
    Subscriptions,
    [DATABASE, RULES, SigningSecrets, WEBHOOKS_CONFIG],
    (database, rules, secrets, { FABRIC_WEBHOOK_ALLOWED_HOSTS: allowedHosts }) =>
      new Subscriptions({ database, rules, secrets, allowedHosts }),
  ),
  provide(SecretRotation, { database: DATABASE, secrets: SigningSecrets, clock: CLOCK }),
  provide(SubscriptionStatus, { database: DATABASE }),
  provide(Templates, { database: DATABASE }),
  provide(TemplatePreview, { templates: Templates, database: DATABASE, rules: RULES, clock: CLOCK }),
  provide(DeliveryLog, { database: DATABASE, rules: RULES }),
  provide(
    ManualDeliveries,
    [DATABASE, RULES, CLOCK, tokens.DELIVERY_WORKER],
    (database, rules, clock, worker) =>
      new ManualDeliveries({ database, rules, clock, wake: () => worker.wake() }),
  ),
  provide(
    Replay,
    [DATABASE, CLOCK, tokens.DELIVERY_WORKER],
    (database, clock, worker) => new Replay({ database, clock, wake: () => worker.wake() }),
  ),
];

const delivery = [
  provide(
    DeliveryTurn,
    [DATABASE, EVENT_REGISTRY, RULES, SigningSecrets, CLOCK, OUTBOUND, WEBHOOKS_CONFIG, MODULE_REGISTRY],
    (database, registry, rules, secrets, clock, outbound, config, modules) =>
      new DeliveryTurn({
        queueStep: new QueueStep({
          ...{ database, registry, rules, secrets, clock },
          moduleSince: () => modules.enabledSince('webhooks'),
        }),
        post: new WebhookPost({ outbound, clock, allowedHosts: config.FABRIC_WEBHOOK_ALLOWED_HOSTS }),
        disabling: new Disabling({ database }),
      }),
  ),
  provide(
    tokens.DELIVERY_WORKER,
    [DATABASE, DeliveryTurn, CLOCK, LOGGER, MODULE_REGISTRY],
    (database, turn, clock, logger, modules) =>
      deliveryWorker({
        claims: new QueueClaims(database, clock),
        turn,
        logger,
        isEnabled: () => modules.isEnabled('webhooks'),
      }),
    (worker) => worker.stop(),
  ),
  provide(
    Intake,
    [DATABASE, CLOCK, tokens.DELIVERY_WORKER],
    (database, clock, worker) => new Intake({ database, clock, wake: () => worker.wake() }),
  ),
  provide(
    BacklogScan,
    [DATABASE, CLOCK, tokens.DELIVERY_WORKER],
    (database, clock, worker) => new BacklogScan({ database, clock, wake: () => worker.wake() }),
  ),
  provide(LogTrimming, { database: DATABASE, clock: CLOCK }),
];

export const webhookProviders = [...parts, ...routeServices, ...delivery];
