import { setTimeout as delay } from 'node:timers/promises';
import { type Database, exempt } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SealedColumn, SecretBox } from '@patchbay/kernel/secrets';
import type { Terminal } from '../terminal/terminal.ts';
import { countStale, type ResealReport, resealColumn } from './reseal.ts';

/** A running platform may hold rows, or copy an old envelope, while a pass goes by. */
const MAX_PASSES = 5;
const BETWEEN_PASSES_MS = 500;
const countExemption = exempt('secrets.count', 'how many secrets a new key leaves to be sealed again');

/** Dependencies of a change of the key. */
export interface Rotation {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Counts of secrets. */
export interface Tally {
  resealed: number;
  unreadable: number;
  /** Held by others while the last pass went by. */
  left: number;
}

/** Passes over all columns until nothing is left that another key sealed, or nothing moves any more. */
export async function resealAll(rotation: Rotation, columns: readonly SealedColumn[]): Promise<Tally> {
  const { signal } = rotation;
  const total: Tally = { resealed: 0, unreadable: 0, left: 0 };
  for (let pass = 1; pass <= MAX_PASSES && !signal.aborted; pass += 1) {
    if (total.left > 0) await delay(BETWEEN_PASSES_MS, undefined, { signal }).catch(() => {});
    const { resealed, unreadable, left } = await onePass(rotation, columns);
    total.resealed += resealed;
    total.unreadable = unreadable;
    total.left = left;
    if (resealed === 0 && left === 0) break;
  }
  return total;
}

async function onePass(rotation: Rotation, columns: readonly SealedColumn[]): Promise<Tally> {
  const tally: Tally = { resealed: 0, unreadable: 0, left: 0 };
  for (const column of columns) {
    const report = await resealOne(rotation, column);
    const stale = await staleIn(rotation, column);
    tally.resealed += report.resealed;
    tally.unreadable += report.unreadable;
    tally.left += Math.max(0, stale - report.unreadable);
  }
  return tally;
}

async function resealOne(rotation: Rotation, column: SealedColumn): Promise<ResealReport> {
  const { database, secrets, terminal, signal } = rotation;
  const label = `${column.table}.${column.column}`;
  const total = await staleIn(rotation, column);
  const progress = terminal.progress(label);
  const onBatch = (done: number): void => progress.at(`${done} of ${total}`);
  const report = await resealColumn({ database, secrets, column, signal, onBatch });
  progress.done();
  if (report.resealed > 0) terminal.print(`${label}: ${report.resealed} sealed again`);
  await recordFor(rotation, label, report);
  return report;
}

const staleIn = ({ database, secrets }: Rotation, column: SealedColumn): Promise<number> =>
  database.asSystem(countExemption, (db) => countStale(db, column, secrets.keyId));

/** Every organization's own record says that its secrets were sealed again. */
async function recordFor(
  { database, secrets }: Rotation,
  column: string,
  { organizations }: ResealReport,
): Promise<void> {
  for (const [organization_id, resealed] of organizations)
    if (organization_id !== null)
      await database.write(systemPrincipal(organization_id), async (work) =>
        work.audit.record({
          action: 'secrets.rotate',
          target_type: 'column',
          target_id: column,
          detail: { resealed, key_id: secrets.keyId },
        }),
      );
}
