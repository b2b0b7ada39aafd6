import { API_BASE, route } from '@patchbay/kernel/http';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { Metadata } from '../schemas/protocol.ts';
import { metadataAt } from './server-metadata.ts';

const WELL_KNOWN = '/.well-known/oauth-authorization-server';

const document = {
  method: 'GET',
  access: { public: 'clients read it before they know anything' },
  lenient: true,
  reply: Metadata,
  deps: { permissions: PERMISSION_MAP },
} as const;

export const metadata = route({
  ...document,
  id: 'oauth2.metadata',
  path: `/oauth2${WELL_KNOWN}`,
  aliases: ['/oauth2/.well-known/openid-configuration'],
  summary: 'Metadata of this authorization server',
  description:
    'RFC 8414. It also stands where clients of OpenID Connect look by default; ID tokens are not given.',
  handle: ({ request, deps: { permissions } }) => metadataAt(request.base_url, permissions),
});

export const metadataAtRoot = route({
  ...document,
  id: 'oauth2.metadata_at_root',
  mount: 'root',
  path: `${WELL_KNOWN}${API_BASE}/oauth2`,
  summary: 'The same, where RFC 8414 3.1 puts it for an issuer with a path',
  handle: ({ request, deps: { permissions } }) => metadataAt(request.base_url, permissions),
});
