import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { TunnelWatch } from './services/tunnel-watch.ts';
import type { Tunnels } from './services/tunnels.ts';

export const TUNNELS: Token<Public<Tunnels>> = token('vpn.tunnels');
export const TUNNEL_WATCH: Token<Public<TunnelWatch>> = token('vpn.tunnel-watch');
