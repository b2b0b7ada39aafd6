import { contributePart, definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/security',
    title: { en: 'Security', de: 'Sicherheit' },
    navigation: { group: 'people', order: 60 },
    permission: 'user:read',
    load: () => import('./security-page.tsx'),
  }),
];

export const contributions = [
  contributePart({
    point: 'user.tab',
    id: 'security',
    title: { en: 'Security', de: 'Sicherheit' },
    order: 20,
    permission: 'user:read',
    load: () => import('./user/user-security.tsx'),
  }),
];
