import { contributePart } from '@patchbay/console-kit/page';

export const contributions = [
  contributePart({
    point: 'controller.tab',
    id: 'gear',
    title: { en: 'Gear', de: 'Anlage' },
    order: 10,
    permission: 'network:read',
    needs: ['changes', 'inventory'],
    load: () => import('./gear/gear-tab.tsx'),
  }),
  contributePart({
    point: 'site.tab',
    id: 'vlans',
    title: { en: 'VLANs', de: 'VLANs' },
    order: 30,
    permission: 'controller:read',
    load: () => import('./vlans/vlans-tab.tsx'),
  }),
];
