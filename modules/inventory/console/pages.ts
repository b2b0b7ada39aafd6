import { contributePart, definePage } from '@patchbay/console-kit/page';

const controllers = { en: 'Controllers', de: 'Controller' };
const devices = { en: 'Devices', de: 'Geräte' };

export const pages = [
  definePage({
    path: '/controllers',
    title: controllers,
    navigation: { group: 'estate', order: 20 },
    permission: 'controller:read',
    load: () => import('./controllers/controllers-page.tsx'),
  }),
  definePage({
    path: '/controllers/$controller_id',
    title: { en: 'Controller', de: 'Controller' },
    permission: 'controller:read',
    load: () => import('./controllers/controller-page.tsx'),
  }),
  definePage({
    path: '/devices',
    title: devices,
    navigation: { group: 'estate', order: 30 },
    permission: 'device:read',
    load: () => import('./devices/devices-page.tsx'),
  }),
  definePage({
    path: '/devices/$device_id',
    title: { en: 'Device', de: 'Gerät' },
    permission: 'device:read',
    load: () => import('./devices/device-page.tsx'),
  }),
  definePage({
    path: '/credentials',
    title: { en: 'Credentials', de: 'Zugangsdaten' },
    navigation: { group: 'estate', order: 40 },
    permission: 'settings:read',
    load: () => import('./credentials/credentials-page.tsx'),
  }),
  definePage({
    path: '/credentials/$credential_id',
    title: { en: 'Credential', de: 'Zugangsdaten' },
    permission: 'settings:read',
    load: () => import('./credentials/credential-page.tsx'),
  }),
  definePage({
    path: '/import',
    title: { en: 'Import', de: 'Import' },
    navigation: { group: 'estate', order: 45 },
    permission: ['site:write', 'controller:write', 'device:write'],
    load: () => import('./import/import-page.tsx'),
  }),
];

export const contributions = [
  contributePart({
    point: 'site.tab',
    id: 'controllers',
    title: controllers,
    order: 10,
    permission: 'controller:read',
    load: () => import('./controllers/site-controllers.tsx'),
  }),
  contributePart({
    point: 'site.tab',
    id: 'devices',
    title: devices,
    order: 20,
    permission: 'device:read',
    load: () => import('./devices/site-devices.tsx'),
  }),
  contributePart({
    point: 'controller.tab',
    id: 'devices',
    title: devices,
    order: 20,
    permission: 'device:read',
    load: () => import('./devices/controller-devices.tsx'),
  }),
  contributePart({
    point: 'controller.tab',
    id: 'syncs',
    title: { en: 'Syncs', de: 'Abgleiche' },
    order: 90,
    permission: 'controller:read',
    load: () => import('./contact/controller-syncs.tsx'),
  }),
  contributePart({
    point: 'device.tab',
    id: 'history',
    title: { en: 'History', de: 'Verlauf' },
    order: 90,
    permission: 'device:read',
    load: () => import('./devices/device-history.tsx'),
  }),
];
