import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { tooWide } from '@patchbay/module-gateway/contract';
import { TunnelQuery, TunnelReply } from './schemas.ts';
import { Tunnels } from './services/tunnels.ts';

const access = { permission: 'vpn:read' } as const;
const deps = { tunnels: Tunnels };

export const vpnRoutes = [
  route({
    id: 'vpn.tunnels',
    method: 'GET',
    path: '/vpn/tunnels',
    summary: 'Tunnels across vendors, as the last syncs brought them',
    access,
    query: TunnelQuery,
    reply: pageSchema(TunnelReply),
    errors: [tooWide],
    deps,
    handle: ({ principal, query, deps }) => deps.tunnels.list(principal, query),
  }),
  route({
    id: 'vpn.tunnel',
    method: 'GET',
    path: '/vpn/tunnels/{tunnel_id}',
    summary: 'One tunnel',
    access,
    reply: TunnelReply,
    errors: [tooWide],
    deps,
    handle: ({ principal, params, deps }) => deps.tunnels.get(principal, params.tunnel_id),
  }),
];
