import { definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/firewall',
    title: { en: 'Firewall', de: 'Firewall' },
    navigation: { group: 'estate', order: 50 },
    permission: ['firewall.view_rules', 'firewall.view_logs'],
    load: () => import('./firewall-page.tsx'),
  }),
];
