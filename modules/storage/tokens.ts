import { type Token, token } from '@patchbay/kernel/di';
import type { Places } from './services/places/places.ts';

export const PLACES: Token<Places> = token('storage.places');
