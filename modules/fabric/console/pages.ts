import { contributePart, definePage } from '@patchbay/console-kit/page';
import { inboxQueue } from './inbox-contribution.ts';

export const pages = [
  definePage({
    path: '/connections',
    title: { en: 'Connections', de: 'Verknüpfungen' },
    navigation: { group: 'automation', order: 10 },
    role: 'viewer',
    load: () => import('./connections/connections-page.tsx'),
  }),
  definePage({
    path: '/connections/new',
    title: { en: 'New Connection', de: 'Neue Verknüpfung' },
    role: 'org_admin',
    load: () => import('./editor/new-connection-page.tsx'),
  }),
  definePage({
    path: '/connections/$connection_id',
    title: { en: 'Connection', de: 'Verknüpfung' },
    role: 'viewer',
    load: () => import('./connections/connection-page.tsx'),
  }),
  definePage({
    path: '/connections/$connection_id/edit',
    title: { en: 'Edit Connection', de: 'Verknüpfung bearbeiten' },
    role: 'org_admin',
    load: () => import('./editor/edit-connection-page.tsx'),
  }),
  definePage({
    path: '/runs/$run_id',
    title: { en: 'Run', de: 'Lauf' },
    role: 'viewer',
    load: () => import('./runs/run-page.tsx'),
  }),
  definePage({
    path: '/events',
    title: { en: 'Events', de: 'Ereignisse' },
    navigation: { group: 'automation', order: 30 },
    role: 'viewer',
    load: () => import('./events/events-page.tsx'),
  }),
  definePage({
    path: '/dead-letters',
    title: { en: 'Dead letters', de: 'Fehlgeschlagenes' },
    navigation: { group: 'automation', order: 40 },
    role: 'viewer',
    load: () => import('./runs/dead-letters-page.tsx'),
  }),
];

export const contributions = [
  inboxQueue,
  contributePart({
    point: 'home.panel',
    id: 'failed-connections',
    title: { en: 'Connections that failed today', de: 'Heute fehlgeschlagene Verknüpfungen' },
    order: 60,
    role: 'viewer',
    load: () => import('./home/failed-connections.tsx'),
  }),
];
