import { contributePart, definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/oauth2/authorize',
    title: { en: 'Let an application act for you', de: 'Eine Anwendung für Sie handeln lassen' },
    load: () => import('./consent/consent-page.tsx'),
  }),
  definePage({
    path: '/applications',
    title: { en: 'Applications', de: 'Anwendungen' },
    navigation: { group: 'people', order: 50 },
    role: 'org_admin',
    load: () => import('./applications/applications-page.tsx'),
  }),
  definePage({
    path: '/applications/$application_id',
    title: { en: 'Application', de: 'Anwendung' },
    role: 'org_admin',
    load: () => import('./applications/application-page.tsx'),
  }),
];

export const contributions = [
  contributePart({
    point: 'profile.tab',
    id: 'applications',
    title: { en: 'Applications with access', de: 'Anwendungen mit Zugriff' },
    order: 30,
    load: () => import('./consent/grants-tab.tsx'),
  }),
];
