import { definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/sign-on-providers',
    title: { en: 'Sign-on providers', de: 'Anmeldedienste' },
    navigation: { group: 'people', order: 40 },
    role: 'org_admin',
    load: () => import('./providers-page.tsx'),
  }),
  definePage({
    path: '/sign-on-providers/$provider_id',
    title: { en: 'Sign-on provider', de: 'Anmeldedienst' },
    role: 'org_admin',
    load: () => import('./provider-page.tsx'),
  }),
];
