import { migration } from '@patchbay/kernel/database';

const ORIGIN = String.raw`^(https?://)(?:[^/\\?#]*@)?([^/\\?#@]+)`;
const BARE = String.raw`^https?://[^/\\?#@]+/?$`;

/** The log was kept with whole addresses, which let their readers post there: of those the origin stays. */
export const shownAddresses = migration(
  'webhooks.004-shown-addresses',
  `update webhook_deliveries set request = jsonb_set(request, '{url}', to_jsonb(
     case when request->>'url' ~* '${ORIGIN}'
       then regexp_replace(request->>'url', '${ORIGIN}.*$', '\\1\\2/[redacted]', 'i')
       else '[redacted]' end))
   where request->>'url' is not null and request->>'url' !~* '${BARE}'`,
);
