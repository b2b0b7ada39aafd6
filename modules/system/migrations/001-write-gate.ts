import { migration } from '@patchbay/kernel/database';

/**
 * The override of the write gate, set through one function, so that it is written in the transaction of its audit
 * record while the application login sees no other setting of the platform. Null removes it.
 */
export const writeGate = migration(
  'system.001-write-gate',
  `create function system_override_read_only(wanted boolean) returns void language plpgsql security definer
     set search_path = public, pg_temp as $$ begin
     if wanted is null then
       delete from platform_settings where name = 'adapter_read_only';
     else
       insert into platform_settings (name, value) values ('adapter_read_only', to_jsonb(wanted))
         on conflict (name) do update set value = excluded.value, updated_at = now();
     end if;
   end $$`,
  'revoke execute on function system_override_read_only(boolean) from public',
  'grant execute on function system_override_read_only(boolean) to patchbay_app',
);
