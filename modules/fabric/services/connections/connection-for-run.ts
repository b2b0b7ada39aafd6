import {
  assertSaveable,
  type DraftCheck,
  type OwnerForRun,
  type RunOwner,
  type SealedSteps,
} from '@patchbay/runs';
import { permissionFindings } from './author-permissions.ts';
import { connectionRows } from './connection-view.ts';

/** Reads a Connection of which the caller may ask for a run. */
export function connectionForRun(
  sealed: SealedSteps,
  check: Pick<DraftCheck, 'missingRights'>,
): OwnerForRun<RunOwner> {
  const rows = connectionRows(sealed);
  return async (work, id) => {
    const row = await rows.row(work, id);
    const steps = sealed.open(row.sealed_steps, row);
    assertSaveable([
      ...check.missingRights(work.principal, steps),
      ...(await permissionFindings(work, row.author_id, 'steps')),
    ]);
    return { ...row, sealed_plan: row.sealed_steps, steps };
  };
}
