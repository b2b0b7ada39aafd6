import { definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/audit',
    title: { en: 'Audit', de: 'Audit' },
    navigation: { group: 'people', order: 70 },
    permission: 'audit:read',
    load: () => import('./audit-page.tsx'),
  }),
];
