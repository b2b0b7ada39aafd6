import { contributePart } from '@patchbay/console-kit/page';
import { inboxQueue } from './inbox-contribution.ts';

export const contributions = [
  inboxQueue,
  contributePart({
    point: 'profile.tab',
    id: 'api-keys',
    title: { en: 'API keys', de: 'API-Schlüssel' },
    order: 20,
    load: () => import('./keys-tab.tsx'),
  }),
];
