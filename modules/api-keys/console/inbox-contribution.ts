import { contributePart } from '@patchbay/console-kit/page';

/** API keys of the viewer that end soon. */
export const inboxQueue = contributePart({
  point: 'inbox.queue',
  id: 'api-keys',
  title: { en: 'API keys', de: 'API-Schlüssel' },
  order: 70,
  load: () => import('./inbox-queue.tsx'),
});
