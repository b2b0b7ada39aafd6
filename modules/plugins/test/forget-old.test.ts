import { sql } from '@patchbay/kernel/database';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { Deliveries } from '../services/delivery/deliveries.ts';
import { Emissions } from '../services/delivery/emissions.ts';
import { rowsOf } from './support.ts';

t.test(
  'all that is older than a week is forgotten, however much it is, until the process stops',
  async (t) => {
    const harness = await bootPlatform(t, { work: false });
    const { organization_id } = await harness.owner();
    const org = sql`${organization_id}::uuid`;
    await rowsOf(
      harness,
      sql`insert into plugins (id, name, version, manifest, code, digest, signature, status, home_organization_id)
      values ('busy', 'Busy', '1.0.0', '{}', '', '', 'unsigned', 'installed', ${org})`,
    );
    await rowsOf(
      harness,
      sql`insert into plugin_emissions (id, organization_id, plugin_id, events, bytes, created_at)
      select gen_random_uuid(), ${org}, 'busy', 1, 1, now() - make_interval(days => case when n = 0 then 6 else 8 end)
      from generate_series(0, 60000) n`,
    );
    await rowsOf(
      harness,
      sql`insert into plugin_deliveries (id, organization_id, plugin_id, event_id, event_cursor, created_at)
      select gen_random_uuid(), ${org}, 'busy', gen_random_uuid(), n,
        now() - make_interval(days => case when n = 0 then 6 else 8 end) from generate_series(0, 60000) n`,
    );
    const left = () =>
      rowsOf(
        harness,
        sql`select (select count(*) from plugin_emissions) as emissions,
        (select count(*) from plugin_deliveries) as deliveries`,
      );
    const never = new AbortController().signal;
    await harness.get(Emissions).prune(AbortSignal.abort());
    t.strictSame(await left(), [{ emissions: 60_001, deliveries: 60_001 }]);
    await harness.get(Emissions).prune(never);
    t.strictSame(await left(), [{ emissions: 1, deliveries: 60_001 }]);
    await harness.get(Deliveries).prune(never);
    t.strictSame(await left(), [{ emissions: 1, deliveries: 1 }]);
  },
);
