import { definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/modules',
    title: { en: 'Modules', de: 'Module' },
    navigation: { group: 'platform', order: 10 },
    role: 'super_admin',
    load: () => import('./modules/modules-page.tsx'),
  }),
  definePage({
    path: '/platform',
    title: { en: 'Platform', de: 'Plattform' },
    navigation: { group: 'platform', order: 20 },
    permission: 'settings:read',
    load: () => import('./platform/platform-page.tsx'),
  }),
];
