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
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { assertSite, type Quotas } from '@patchbay/module-organizations/contract';
import type { ControllerRecords } from '../../controllers/controller-records.ts';
import { useCredential } from '../../credentials/credential-hosts.ts';
import { authorizeNaming, mayName } from '../../credentials/naming.ts';
import { type ControllerRecord, controllerColumns } from '../import-columns.ts';
import { knownControllers } from './known-controllers.ts';
import { type ControllerCreation, ControllerPlanner, type ControllerUpdate } from './plan-controllers.ts';

type Plan = ImportPlan<ControllerCreation, ControllerUpdate>;

/** Controllers from a file. Nothing here contacts one, and no secret stands in a file: it names sign-ins that are kept. */
export class ControllerImports
  extends Service<{
    database: Database;
    controllers: ControllerRecords;
    permissions: PermissionMap;
    quotas: Quotas;
  }>
  implements CsvImport<typeof controllerColumns, ControllerCreation, ControllerUpdate>
{
  readonly columns = controllerColumns;

  /** Throws `kernel.validation_failed` unless it is a dry run. */
  import(principal: Principal, input: CsvImportInput): Promise<CsvImportReply> {
    return importCsv(this.parts.database, principal, input, this);
  }

  async plan(unit: UnitOfWork, records: readonly ControllerRecord[], faults: ImportFaults): Promise<Plan> {
    const { principal } = unit;
    const naming = {
      mayName: mayName(this.parts.permissions, principal),
      isHeldToSites: principal.site_ids !== null,
    };
    const isServed = (vendor: string): boolean => this.parts.controllers.isServed(vendor);
    const known = await knownControllers(unit, records);
    const planner = new ControllerPlanner({ known, naming, isServed }, faults);
    const slice = new EventLoopSlice();
    for (const record of records) {
      if (slice.isOver) await slice.yield();
      planner.take(record);
    }
    const room = await this.parts.quotas.roomLeft(unit, 'controllers');
    checkRoom(planner.creations, room, 'controllers', faults);
    return planner;
  }

  async carryOut(work: UnitOfWork, { creations, updates }: Plan): Promise<void> {
    const named = [...creations.map(({ input }) => input), ...updates.map(({ patch }) => patch)];
    const credential = named.find(({ credential_id }) => credential_id)?.credential_id;
    authorizeNaming(this.parts.permissions, work.principal, credential);
    if (creations.length > 0) await this.parts.quotas.assertRoom(work, 'controllers', creations.length);
    // Rows are locked in one order, so that two files that name the same do not wait for each other.
    const sites = new Set(named.map(({ site_id }) => site_id).filter((site_id) => site_id !== undefined));
    for (const site_id of [...sites].sort()) await assertSite(work, site_id);
    if (updates.length > 0)
      await this.parts.controllers.changeAll(work, new Map(updates.map(({ id, patch }) => [id, patch])));
    await useCredentials(work, creations);
    await this.parts.controllers.addAll(
      work,
      creations.map(({ input }) => input),
    );
  }
}

/** Each sign-in once, however many controllers have it. */
async function useCredentials(work: UnitOfWork, creations: readonly ControllerCreation[]): Promise<void> {
  const byCredential = Map.groupBy(
    creations.map(({ input }) => input),
    ({ credential_id }) => credential_id ?? '',
  );
  byCredential.delete('');
  for (const [id, inputs] of [...byCredential].sort()) await useCredential(work, id, ...inputs);
}
