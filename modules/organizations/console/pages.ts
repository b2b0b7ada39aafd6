import { definePage } from '@patchbay/console-kit/page';

export const pages = [
  definePage({
    path: '/sites',
    title: { en: 'Sites', de: 'Standorte' },
    navigation: { group: 'estate', order: 10 },
    permission: 'site:read',
    load: () => import('./sites/sites-page.tsx'),
  }),
  definePage({
    path: '/sites/$site_id',
    title: { en: 'Site', de: 'Standort' },
    permission: 'site:read',
    load: () => import('./sites/site-page.tsx'),
  }),
  definePage({
    path: '/users',
    title: { en: 'Users', de: 'Benutzer' },
    navigation: { group: 'people', order: 10 },
    permission: 'user:read',
    load: () => import('./users/users-page.tsx'),
  }),
  definePage({
    path: '/users/$user_id',
    title: { en: 'User', de: 'Benutzer' },
    permission: 'user:read',
    load: () => import('./users/user-page.tsx'),
  }),
  definePage({
    path: '/roles',
    title: { en: 'Roles', de: 'Rollen' },
    navigation: { group: 'people', order: 20 },
    permission: 'role:write',
    load: () => import('./roles/roles-page.tsx'),
  }),
  definePage({
    path: '/roles/$role_id',
    title: { en: 'Role', de: 'Rolle' },
    permission: 'role:write',
    load: () => import('./roles/role-page.tsx'),
  }),
  definePage({
    path: '/site-access',
    title: { en: 'Site access', de: 'Standortzugriff' },
    navigation: { group: 'people', order: 30 },
    role: 'org_admin',
    load: () => import('./site-access/site-access-page.tsx'),
  }),
  definePage({
    path: '/organization',
    title: { en: 'Organization', de: 'Organisation' },
    navigation: { group: 'people', order: 80 },
    role: 'org_admin',
    load: () => import('./organization/own-organization-page.tsx'),
  }),
  definePage({
    path: '/organizations/$org_id',
    title: { en: 'Organization', de: 'Organisation' },
    role: 'org_admin',
    load: () => import('./organization/organization-page.tsx'),
  }),
];
