import { definePage } from '@patchbay/console-kit/page';
import { inboxQueue } from './inbox-contribution.ts';

export const pages = [
  definePage({
    path: '/plugins',
    title: { en: 'Plugins', de: 'Plugins' },
    navigation: { group: 'automation', order: 70 },
    role: 'org_admin',
    load: () => import('./plugins-page.tsx'),
  }),
  definePage({
    path: '/plugins/$plugin_id',
    title: { en: 'Plugin', de: 'Plugin' },
    role: 'org_admin',
    load: () => import('./plugin-page.tsx'),
  }),
];

export const contributions = [inboxQueue];
