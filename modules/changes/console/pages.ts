import { contributePart, definePage } from '@patchbay/console-kit/page';
import { inboxQueue } from './inbox-contribution.ts';

export const pages = [
  definePage({
    path: '/changes',
    title: { en: 'Changes', de: 'Änderungen' },
    navigation: { group: 'changes', order: 10 },
    permission: 'controller:read',
    load: () => import('./list/changes-page.tsx'),
  }),
  definePage({
    path: '/changes/$change_id',
    title: { en: 'Change', de: 'Änderung' },
    permission: 'controller:read',
    load: () => import('./change/change-page.tsx'),
  }),
  definePage({
    path: '/change-sets',
    title: { en: 'Change sets', de: 'Änderungspakete' },
    navigation: { group: 'changes', order: 20 },
    permission: 'controller:read',
    load: () => import('./sets/sets-page.tsx'),
  }),
  definePage({
    path: '/change-sets/new',
    title: { en: 'New change set', de: 'Neues Änderungspaket' },
    permission: 'controller:read',
    load: () => import('./sets/new-set-page.tsx'),
  }),
  definePage({
    path: '/change-sets/$set_id',
    title: { en: 'Change set', de: 'Änderungspaket' },
    permission: 'controller:read',
    load: () => import('./sets/set-page.tsx'),
  }),
  definePage({
    path: '/freezes',
    title: { en: 'Freezes', de: 'Sperrzeiten' },
    navigation: { group: 'changes', order: 30 },
    role: 'org_admin',
    load: () => import('./freezes/freezes-page.tsx'),
  }),
  definePage({
    path: '/approval-policies',
    title: { en: 'Approval policies', de: 'Zustimmungsrichtlinien' },
    navigation: { group: 'changes', order: 40 },
    role: 'org_admin',
    load: () => import('./policies/policies-page.tsx'),
  }),
];

export const contributions = [
  inboxQueue,
  contributePart({
    point: 'home.panel',
    id: 'changed-today',
    title: { en: 'Changed today', de: 'Heute geändert' },
    order: 20,
    permission: 'controller:read',
    load: () => import('./home/changed-today.tsx'),
  }),
  contributePart({
    point: 'controller.tab',
    id: 'changes',
    title: { en: 'Changes', de: 'Änderungen' },
    order: 50,
    permission: 'controller:read',
    load: () => import('./list/controller-changes.tsx'),
  }),
  contributePart({
    point: 'site.tab',
    id: 'changes',
    title: { en: 'Changes', de: 'Änderungen' },
    order: 50,
    permission: 'controller:read',
    load: () => import('./list/site-changes.tsx'),
  }),
];
