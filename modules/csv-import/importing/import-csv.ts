import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ImportColumns } from '../columns/column.ts';
import { type ImportRow, readRows } from '../reading/read-rows.ts';
import { ImportFaults } from './import-faults.ts';
import type { CsvImportInput, CsvImportReply } from './schemas.ts';

/** Work on the good rows, in the order of the file. */
export interface ImportPlan<A, B> {
  readonly creations: readonly A[];
  readonly updates: readonly B[];
  readonly unchanged: number;
}

/** Records of one kind as files bring them in. */
export interface CsvImport<C extends ImportColumns, A, B> {
  readonly columns: C;
  /** Reads and writes nothing: it runs in a dry run, too. Adds all that is wrong to the faults. */
  plan(unit: UnitOfWork, rows: readonly ImportRow<C>[], faults: ImportFaults): Promise<ImportPlan<A, B>>;
  /** Runs in the unit in which it was planned, and only where nothing is wrong. */
  carryOut(work: UnitOfWork, plan: ImportPlan<A, B>): Promise<void>;
}

/**
 * Imports a file: all of it, or nothing. A dry run reads in a read-only transaction (RULES R24) and answers what would
 * be done and all faults; otherwise a fault throws `kernel.validation_failed`.
 */
export async function importCsv<const C extends ImportColumns, A, B>(
  database: Pick<Database, 'read' | 'write'>,
  principal: Principal,
  { csv, dry_run = false }: CsvImportInput,
  kind: CsvImport<C, A, B>,
): Promise<CsvImportReply> {
  const faults = new ImportFaults();
  const { rows, count } = await readRows(csv, kind.columns, faults);
  if (dry_run) {
    const plan = await database.read(principal, (unit) => kind.plan(unit, rows, faults));
    return {
      dry_run: true,
      rows: count,
      would_create: plan.creations.length,
      would_update: plan.updates.length,
      unchanged: plan.unchanged,
      errors: faults.listed.map((fault) => ({ ...fault })),
      error_count: faults.count,
    };
  }
  return database.write(principal, async (work) => {
    const plan = await kind.plan(work, rows, faults);
    faults.assertNone();
    await kind.carryOut(work, plan);
    const { creations, updates, unchanged } = plan;
    return { dry_run: false, rows: count, created: creations.length, updated: updates.length, unchanged };
  });
}
