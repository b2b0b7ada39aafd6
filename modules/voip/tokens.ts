import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { PhoneStatus } from './services/phone-status.ts';

export const PHONE_STATUS: Token<Public<PhoneStatus>> = token('voip.phone-status');
