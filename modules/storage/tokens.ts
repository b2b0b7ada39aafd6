import { type Token, token } from '@patchbay/kernel/di';
import type { Stores } from './services/stores/stores.ts';

export const PLACES: Token<Stores> = token('storage.places');
