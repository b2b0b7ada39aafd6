import {
  type CsvImport,
  type CsvImportInput,
  type CsvImportReply,
  checkRoom,
  type ImportFaults,
  type ImportPlan,
  importCsv,
} from '@patchbay/csv-import';
import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Quotas } from '../../contract.ts';
import type { Sites } from '../sites.ts';
import { knownSites, slugsOfOthers } from './known-sites.ts';
import { type SiteCreation, SitePlanner, type SiteUpdate } from './plan-sites.ts';
import { type SiteRecord, siteColumns } from './site-columns.ts';

type Plan = ImportPlan<SiteCreation, SiteUpdate>;

/** Sites from a file. */
export class SiteImports
  extends Service<{ database: Database; sites: Sites; quotas: Quotas }>
  implements CsvImport<typeof siteColumns, SiteCreation, SiteUpdate>
{
  readonly columns = siteColumns;

  /** Throws `kernel.validation_failed` unless it is a dry run. */
  import(principal: Principal, input: CsvImportInput): Promise<CsvImportReply> {
    return importCsv(this.parts.database, principal, input, this);
  }

  async plan(unit: UnitOfWork, records: readonly SiteRecord[], faults: ImportFaults): Promise<Plan> {
    const known = await knownSites(unit, records);
    const around = {
      known,
      slugsOfOthers: await slugsOfOthers(this.parts.database, unit, records),
      isHeldToSites: unit.principal.site_ids !== null,
    };
    const planner = new SitePlanner(around, faults);
    const slice = new EventLoopSlice();
    for (const record of records) {
      if (slice.isOver) await slice.yield();
      planner.take(record);
    }
    const room = await this.parts.quotas.roomLeft(unit, 'sites');
    checkRoom(planner.creations, room, 'sites', faults);
    return planner;
  }

  async carryOut(work: UnitOfWork, { creations, updates }: Plan): Promise<void> {
    if (creations.length > 0) await this.parts.quotas.assertRoom(work, 'sites', creations.length);
    // In one order, so that two files that name the same sites do not wait for each other.
    for (const { id, patch } of updates.toSorted(byId)) await this.parts.sites.change(work, id, patch);
    for (const { input } of creations) await this.parts.sites.add(work, input);
  }
}

const byId = (one: SiteUpdate, other: SiteUpdate): number => (one.id < other.id ? -1 : 1);
