import { definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/',
    title: { en: 'Home', de: 'Start' },
    navigation: { group: 'overview', order: 10 },
    load: () => import('./home/home-page.tsx'),
  }),
  definePage({
    path: '/inbox',
    title: { en: 'Inbox', de: 'Eingang' },
    navigation: { group: 'overview', order: 20 },
    load: () => import('./inbox/inbox-page.tsx'),
  }),
];
