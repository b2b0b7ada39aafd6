import { contributePart } from '@patchbay/console-kit/page';

export const contributions = [
  contributePart({
    point: 'profile.tab',
    id: 'passkeys',
    title: { en: 'Passkeys', de: 'Passkeys' },
    order: 10,
    load: () => import('./passkeys-tab.tsx'),
  }),
  contributePart({
    point: 'enrolment.method',
    id: 'passkey',
    title: { en: 'Passkey', de: 'Passkey' },
    order: 20,
    load: () => import('./passkey-enrolment.tsx'),
  }),
];
