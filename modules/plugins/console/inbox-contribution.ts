import { contributePart } from '@patchbay/console-kit/page';

/** Plugins that the platform stopped. */
export const inboxQueue = contributePart({
  point: 'inbox.queue',
  id: 'plugins',
  title: { en: 'Plugins', de: 'Plugins' },
  order: 60,
  role: 'org_admin',
  load: () => import('./inbox-queue.tsx'),
});
