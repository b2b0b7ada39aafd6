import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { Tunnels } from './services/tunnels.ts';

export const TUNNELS: Token<Public<Tunnels>> = token('vpn.tunnels');
