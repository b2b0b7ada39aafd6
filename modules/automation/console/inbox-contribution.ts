import { contributePart } from '@patchbay/console-kit/page';

/** Failed executions that were neither replayed nor dismissed, and rules that were paused. */
export const inboxQueue = contributePart({
  point: 'inbox.queue',
  id: 'executions',
  title: { en: 'Executions of rules', de: 'Läufe von Regeln' },
  order: 40,
  permission: 'automation.rules.read',
  load: () => import('./inbox-queue.tsx'),
});
