import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { ChainWatch } from './services/chain-watch.ts';

export const CHAIN_WATCH: Token<Public<ChainWatch>> = token('audit.chain-watch');
