import { contributePart, definePage } from '@patchbay/console-kit/page';

const tunnels = { en: 'Tunnels', de: 'Tunnel' };

export const pages = [
  definePage({
    path: '/tunnels',
    title: tunnels,
    navigation: { group: 'estate', order: 60 },
    permission: 'vpn:read',
    load: () => import('./tunnels-page.tsx'),
  }),
  definePage({
    path: '/tunnels/$tunnel_id',
    title: { en: 'Tunnel', de: 'Tunnel' },
    permission: 'vpn:read',
    load: () => import('./tunnel-page.tsx'),
  }),
];

export const contributions = [
  contributePart({
    point: 'controller.tab',
    id: 'tunnels',
    title: tunnels,
    order: 40,
    permission: 'vpn:read',
    load: () => import('./controller-tunnels.tsx'),
  }),
];
