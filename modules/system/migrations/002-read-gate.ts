import { migration } from '@patchbay/kernel/database';

/** The override as the application login may ask for it, inside the unit that it decides about; null without one. */
export const readGate = migration(
  'system.002-read-gate',
  `create function system_overridden_read_only() returns boolean language sql stable security definer
     set search_path = public, pg_temp as $$
     select value::boolean from platform_settings where name = 'adapter_read_only' $$`,
  'revoke execute on function system_overridden_read_only() from public',
  'grant execute on function system_overridden_read_only() to patchbay_app, patchbay_system',
);
