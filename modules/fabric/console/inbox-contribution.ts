import { contributePart } from '@patchbay/console-kit/page';

/** Failed runs that were neither replayed nor dismissed, and Connections that were paused. */
export const inboxQueue = contributePart({
  point: 'inbox.queue',
  id: 'runs',
  title: { en: 'Runs of Connections', de: 'Läufe von Verknüpfungen' },
  order: 30,
  role: 'viewer',
  load: () => import('./inbox-queue.tsx'),
});
