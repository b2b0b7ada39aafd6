import { isUnchangedBy, jsonValue, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { assertSite } from '@patchbay/module-organizations/contract';
import type { Static } from 'typebox';
import type { ControllerFollower } from '../../contract.ts';
import type { ControllerTls } from '../../entities/controller.ts';
import type { ControllerPatch } from '../../schemas/controllers.ts';
import { assertMovable, useCredential } from '../credentials/credential-hosts.ts';
import type { ControllerBulkheads } from './controller-bulkheads.ts';
import { moveBehind } from './controller-move.ts';
import { type ControllerRow, controllers, touched } from './controller-view.ts';
import { assertNotReadable } from './plaintext.ts';
import { isElsewhere } from './trust.ts';

/** A controller that the unit has locked, and what is to become of it. Its address was taken apart already. */
export interface ControllerChange {
  readonly before: ControllerRow;
  readonly patch: Static<typeof ControllerPatch>;
}

interface Around {
  readonly followers: readonly ControllerFollower[];
  readonly bulkheads: Pick<ControllerBulkheads, 'reset'>;
}

/** Locks controllers by their ids, in one order; throws `kernel.not_found` when one is not there. */
export async function holdControllers(
  { sql: db }: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ControllerRow>> {
  const rows = await db
    .selectFrom('controllers')
    .select(controllers.columns)
    .where('id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length !== ids.length) throw notFound();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Changes controllers, each by its own patch; answers them as they are now. A sign-in does not follow to another place,
 * and is bound to each new one, under the rules of `useCredential`; the caller asked for the right to name it.
 */
export async function changeControllers(
  work: UnitOfWork,
  changes: readonly ControllerChange[],
  around: Around,
): Promise<readonly ControllerRow[]> {
  const prepared = changes.map(prepare);
  const done = prepared.filter(({ isChange }) => isChange);
  for (const site_id of distinct(done.filter(({ isMoved }) => isMoved).map(({ after }) => after.site_id)))
    await assertSite(work, site_id);
  for (const { after } of done) assertNotReadable(after);
  await assertSignIns(work, done);
  const rows: ControllerRow[] = [];
  for (const each of prepared) rows.push(each.isChange ? await write(work, each, around) : each.before);
  return rows;
}

function prepare({ before, patch }: ControllerChange) {
  const { tls, ...plain } = patch;
  // A certificate or a credential set again is an answer to a changed device, even when it is the same.
  const isSetAgain = tls !== undefined || patch.credential_id !== undefined;
  const isSentAnew = isElsewhere(before, patch);
  const detached = isSentAnew ? { credential_id: null } : {};
  const after = { ...before, ...detached, ...plain };
  return {
    before,
    patch,
    detached,
    after,
    isSentAnew,
    isMoved: after.site_id !== before.site_id,
    isChange: isSetAgain || !isUnchangedBy(before, patch),
  };
}

type Prepared = ReturnType<typeof prepare>;

/** A new credential, host or trust is bound; unchanged ones are left alone. Each credential is looked at once. */
async function assertSignIns(work: UnitOfWork, changes: readonly Prepared[]): Promise<void> {
  const byCredential = Map.groupBy(changes, ({ after }) => after.credential_id ?? '');
  byCredential.delete('');
  for (const [id, those] of [...byCredential].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const isBound = ({ isSentAnew, before }: Prepared): boolean => isSentAnew || before.credential_id !== id;
    const places = those.filter(isBound).map(({ after }) => after);
    if (places.length > 0) await useCredential(work, id, ...places);
    const kept = those.filter((each) => !isBound(each) && each.isMoved);
    for (const site_id of distinct(kept.map(({ after }) => after.site_id)))
      await assertMovable(work, id, site_id);
  }
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

async function write(
  work: UnitOfWork,
  { before, patch, detached, isMoved }: Prepared,
  { followers, bulkheads }: Around,
): Promise<ControllerRow> {
  const { tls, ...plain } = patch;
  const { id } = before;
  const row = await controllers.change(work, id, {
    ...detached,
    ...plain,
    ...(tls === undefined ? {} : { tls: jsonValue<ControllerTls>(tls) }),
    next_sync_at: null,
    ...touched,
  });
  if (isMoved) await moveBehind(work, before, row.site_id, followers);
  work.audit.record({
    action: 'controllers.update',
    target_type: 'controller',
    target_id: id,
    detail: { fields: Object.keys({ ...detached, ...patch }) },
  });
  work.afterCommit(() => bulkheads.reset(id));
  return row;
}
