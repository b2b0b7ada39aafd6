import { type Token, token } from '@patchbay/kernel/di';
import type { Changes } from './contract.ts';

/** Parts of the pipeline that only this module asks for. */
export const STAGING: Token<Pick<Changes, 'stage'>> = token('changes.staging');
/** Names this process in the attempts it works on. */
export const OWNER_ID: Token<string> = token('changes.owner-id');
