import { contributePart, definePage } from '@patchbay/console-kit/page';
import { inboxQueue } from './inbox-contribution.ts';

const READ = 'automation.rules.read';
const WRITE = 'automation:write';

export const pages = [
  definePage({
    path: '/rules',
    title: { en: 'Rules', de: 'Regeln' },
    navigation: { group: 'automation', order: 20 },
    permission: READ,
    load: () => import('./rules/rules-page.tsx'),
  }),
  definePage({
    path: '/rules/new',
    title: { en: 'New rule', de: 'Neue Regel' },
    permission: WRITE,
    load: () => import('./editor/new-rule-page.tsx'),
  }),
  definePage({
    path: '/rules/$rule_id',
    title: { en: 'Rule', de: 'Regel' },
    permission: READ,
    load: () => import('./rules/rule-page.tsx'),
  }),
  definePage({
    path: '/rules/$rule_id/edit',
    title: { en: 'Edit rule', de: 'Regel bearbeiten' },
    permission: WRITE,
    load: () => import('./editor/edit-rule-page.tsx'),
  }),
  definePage({
    path: '/executions/$execution_id',
    title: { en: 'Execution', de: 'Ausführung' },
    permission: READ,
    load: () => import('./executions/execution-page.tsx'),
  }),
];

export const contributions = [
  inboxQueue,
  contributePart({
    point: 'home.panel',
    id: 'failed-rules',
    title: { en: 'Rules that failed today', de: 'Heute fehlgeschlagene Regeln' },
    order: 70,
    permission: READ,
    load: () => import('./home/failed-rules.tsx'),
  }),
];
