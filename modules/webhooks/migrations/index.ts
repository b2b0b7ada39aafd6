import { createWebhooks } from './001-webhooks.ts';
import { addBeginnings } from './002-beginnings.ts';
import { organizationWebhooks } from './003-organization-rows.ts';
import { shownAddresses } from './004-shown-addresses.ts';

export const migrations = [createWebhooks, addBeginnings, organizationWebhooks, shownAddresses];
