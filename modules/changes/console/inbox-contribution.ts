import { contributePart } from '@patchbay/console-kit/page';

/** Pending changes, approvals asked of the viewer, and applied changes that await a confirmation. */
export const inboxQueue = contributePart({
  point: 'inbox.queue',
  id: 'changes',
  title: { en: 'Changes', de: 'Änderungen' },
  order: 10,
  permission: 'controller:read',
  load: () => import('./inbox-queue.tsx'),
});
