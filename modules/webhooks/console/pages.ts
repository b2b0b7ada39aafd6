import { definePage } from '@patchbay/console-kit/page';
import { inboxQueue } from './inbox-contribution.ts';

export const pages = [
  definePage({
    path: '/webhooks',
    title: { en: 'Webhooks', de: 'Webhooks' },
    navigation: { group: 'automation', order: 50 },
    permission: 'webhook:write',
    load: () => import('./webhooks/webhooks-page.tsx'),
  }),
  definePage({
    path: '/webhooks/$webhook_id',
    title: { en: 'Webhook', de: 'Webhook' },
    permission: 'webhook:write',
    load: () => import('./webhooks/webhook-page.tsx'),
  }),
  definePage({
    path: '/webhooks/$webhook_id/deliveries/$delivery_id',
    title: { en: 'Delivery', de: 'Zustellung' },
    permission: 'webhook:write',
    load: () => import('./deliveries/delivery-page.tsx'),
  }),
  definePage({
    path: '/webhooks/templates/$template_id',
    title: { en: 'Webhook template', de: 'Webhook-Vorlage' },
    permission: 'webhook:write',
    load: () => import('./templates/template-page.tsx'),
  }),
];

export const contributions = [inboxQueue];
