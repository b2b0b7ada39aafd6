import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { Inbox } from './services/inbox.ts';

export const INBOX: Token<Public<Inbox>> = token('notifications.inbox');
