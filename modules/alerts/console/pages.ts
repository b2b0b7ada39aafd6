import { definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/alerts',
    title: { en: 'Alerts', de: 'Alarme' },
    navigation: { group: 'estate', order: 70 },
    permission: 'alert:read',
    load: () => import('./alerts-page.tsx'),
  }),
  definePage({
    path: '/alerts/$alert_id',
    title: { en: 'Alert', de: 'Alarm' },
    permission: 'alert:read',
    load: () => import('./alert-page.tsx'),
  }),
];
