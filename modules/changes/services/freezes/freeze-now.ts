import { sql } from '@patchbay/kernel/database';
import type { PatchbayError } from '@patchbay/kernel/errors';
import { frozen } from '../../errors/reviews.ts';

/** A freeze that holds at this moment, and until when. */
export interface ActiveFreeze {
  readonly reason: string;
  readonly ends_at: string;
}

/**
 * The freeze of a site that ends last, if any holds now by the database's clock. A recurring one is counted in
 * days of its own time zone: the occurrence that began last, or the one before where the offset changed.
 */
export const freezeNow = (site_id: string) => sql<ActiveFreeze>`
    select f.reason, w.ends as ends_at
    from change_freezes f,
      lateral (select f.starts_at at time zone f.time_zone as starts, f.ends_at at time zone f.time_zone as ends,
        make_interval(days => case f.recurs when 'day' then 1 else 7 end) as step) l,
      lateral (select floor(extract(epoch from (now() at time zone f.time_zone) - l.starts)
        / extract(epoch from l.step))::integer as passed) p,
      lateral (select case when f.recurs is null then f.starts_at
            else (l.starts + n * l.step) at time zone f.time_zone end as begins,
          case when f.recurs is null then f.ends_at
            else (l.ends + n * l.step) at time zone f.time_zone end as ends
        from generate_series(p.passed - 1, p.passed) n where f.recurs is null or n >= 0) w
    where f.deleted_at is null and (f.site_id is null or f.site_id = ${site_id}::uuid)
      and w.begins <= now() and now() < w.ends
      and (f.recurs is null or f.recurs_until is null or w.begins <= f.recurs_until)
    order by w.ends desc limit 1`;

/** Error of an apply during a freeze. */
export const frozenBy = ({ reason, ends_at }: ActiveFreeze): PatchbayError =>
  frozen({ message: `Changes at this site are frozen until ${ends_at}: ${reason}` });
