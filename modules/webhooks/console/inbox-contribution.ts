import { contributePart } from '@patchbay/console-kit/page';

/** Deliveries that failed lately and were not sent again, and webhooks that the platform switched off. */
export const inboxQueue = contributePart({
  point: 'inbox.queue',
  id: 'webhooks',
  title: { en: 'Webhooks', de: 'Webhooks' },
  order: 50,
  permission: 'webhook:write',
  load: () => import('./inbox-queue.tsx'),
});
