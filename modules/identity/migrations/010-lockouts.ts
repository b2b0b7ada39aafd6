import { migration } from '@patchbay/kernel/database';

/**
 * Counters of failed guesses belong to the platform, since a login names no organization. Administrators reach
 * those of their own users through these two, by keys that only the platform can make.
 */
export const lockouts = migration(
  'identity.010-lockouts',
  `create function locked_logins(keys text[], at_time timestamptz, most integer, window_seconds integer)
     returns table (login_key text, locked_until timestamptz)
     language sql stable security definer set search_path = public, pg_temp as $$
     select found.login_key, found.closed_until from (
       select a.login_key, greatest(a.locked_until, case when a.window_failures >= most
         then a.window_started_at + make_interval(secs => window_seconds) end) as closed_until
       from login_attempts a where a.login_key = any (keys)) found
     where found.closed_until > at_time $$`,
  `create function forget_login_failures(keys text[]) returns integer language sql
     security definer set search_path = public, pg_temp as $$
     with forgotten as (delete from login_attempts a where a.login_key = any (keys) returning 1)
     select count(*)::integer from forgotten $$`,
  'revoke execute on function locked_logins(text[], timestamptz, integer, integer), forget_login_failures(text[]) from public',
  'grant execute on function locked_logins(text[], timestamptz, integer, integer), forget_login_failures(text[]) to patchbay_app',
);
