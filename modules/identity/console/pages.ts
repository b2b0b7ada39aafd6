import { contributePart, definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/profile',
    title: { en: 'Your profile', de: 'Ihr Profil' },
    load: () => import('./profile/profile-page.tsx'),
  }),
];

export const contributions = [
  contributePart({
    point: 'enrolment.method',
    id: 'totp',
    title: { en: 'Authenticator app', de: 'Authentifizierungs-App' },
    order: 10,
    load: () => import('./factors/totp-setup.tsx'),
  }),
];
