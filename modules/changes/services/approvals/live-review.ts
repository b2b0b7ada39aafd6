import type { Database } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { StagedFeature, VendorValue } from '@patchbay/vendor-kit';
import { readLive } from '../live/live-reader.ts';
import { keepLive, type LiveValues } from '../live/live-values.ts';
import type { ChangeRow } from '../record/change-view.ts';

/** View of a voter: the live value, and the change compared with it. Throws `AdapterError`. */
export async function reviewLive(
  { database, live }: { readonly database: Database; readonly live: Pick<Public<LiveValues>, 'open'> },
  principal: Principal,
  feature: StagedFeature,
  change: ChangeRow,
): Promise<{ readonly value: VendorValue | null; readonly change: ChangeRow }> {
  const session = await live.open(principal, feature, change.controller_id);
  const value = await readLive(feature, session, change);
  const kept = await database.write(systemPrincipal(change.organization_id), (work) =>
    keepLive(work, feature, change, value),
  );
  return { value, change: kept ?? change };
}
