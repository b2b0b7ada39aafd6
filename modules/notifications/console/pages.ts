import { contributePart, definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/notifications',
    title: { en: 'Notifications', de: 'Mitteilungen' },
    load: () => import('./inbox/notifications-page.tsx'),
  }),
  definePage({
    path: '/notifications/$notification_id',
    title: { en: 'Notification', de: 'Mitteilung' },
    load: () => import('./inbox/notification-page.tsx'),
  }),
  definePage({
    path: '/channels',
    title: { en: 'Channels', de: 'Kanäle' },
    navigation: { group: 'automation', order: 60 },
    role: 'org_admin',
    load: () => import('./channels/channels-page.tsx'),
  }),
  definePage({
    path: '/channels/$channel_id',
    title: { en: 'Channel', de: 'Kanal' },
    role: 'org_admin',
    load: () => import('./channels/channel-page.tsx'),
  }),
];

export const contributions = [
  contributePart({
    point: 'profile.tab',
    id: 'notifications',
    title: { en: 'Notifications', de: 'Mitteilungen' },
    order: 40,
    load: () => import('./preferences/preferences.tsx'),
  }),
];
