import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { newId } from '@patchbay/kernel/schema';
import type { Static } from 'typebox';
import { notPending } from '../../errors/index.ts';
import { inAnotherSet, tooManySets } from '../../errors/reviews.ts';
import type { ChangeSetInput } from '../../schemas/change-sets.ts';
import type { ChangeRow } from '../record/change-view.ts';
import { invalidField } from '../record/visible-site.ts';
import { ENDED } from './set-rows.ts';

type Input = Static<typeof ChangeSetInput>;

const MAX_OPEN_SETS = 500;
const MAX_AHEAD_MS = 366 * 24 * 60 * 60_000;

export interface MakingSet {
  readonly nowMs: number;
  /** Throws for a change the caller could not apply. */
  mayApply(changes: readonly ChangeRow[]): void;
  /** Throws for a change that no controller could take. */
  assertThere(work: UnitOfWork, changes: readonly ChangeRow[]): Promise<void>;
}

/** Writes a draft; answers its id. */
export async function makeSet(
  work: UnitOfWork,
  input: Input,
  { nowMs, mayApply, assertThere }: MakingSet,
): Promise<string> {
  const apply_at = applyAt(input.apply_at ?? null, nowMs);
  const changes = await changesIn(work, input.changes);
  mayApply(changes);
  if (changes.some(({ status }) => status !== 'pending')) throw notPending();
  await assertThere(work, changes);
  await assertRoom(work);
  const id = newId();
  const { organization_id } = work;
  await work.sql
    .insertInto('change_sets')
    .values({
      id,
      organization_id,
      name: input.name,
      site_ids: [...new Set(changes.map(({ site_id }) => site_id))],
      status: 'draft',
      canary: input.canary ?? null,
      stop_on_failure: input.stop_on_failure ?? true,
      apply_at,
      created_by: work.principal.user_id,
    })
    .execute();
  const items = changes.map((change, position) => ({
    id: newId(),
    organization_id,
    set_id: id,
    change_id: change.id,
    site_id: change.site_id,
    position,
    outcome: 'pending' as const,
  }));
  const placed = await work.sql
    .insertInto('change_set_items')
    .values(items)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (placed.length < items.length) throw inAnotherSet();
  work.audit.record({
    action: 'changes.sets.create',
    target_type: 'change_set',
    target_id: id,
    detail: { name: input.name, changes: items.length, apply_at },
  });
  return id;
}

/** In the order asked for, held until the set stands; `kernel.not_found` when one is not there to be seen. */
async function changesIn(work: UnitOfWork, ids: readonly string[]): Promise<readonly ChangeRow[]> {
  const wanted = ids.map((id) => id.toLowerCase());
  if (new Set(wanted).size < wanted.length)
    throw invalidField('changes', 'a change stands in a set once', 'duplicate');
  const rows = await work.sql
    .selectFrom('pending_changes')
    .selectAll()
    .where('id', 'in', wanted)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw notFound();
    return row;
  });
}

function applyAt(text: string | null, nowMs: number): string | null {
  if (text === null) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ms < 0 || ms > nowMs + MAX_AHEAD_MS)
    throw invalidField('apply_at', 'a time at most a year ahead', 'range');
  return new Date(ms).toISOString();
}

async function assertRoom(work: UnitOfWork): Promise<void> {
  const { count } = await work.sql
    .selectFrom('change_sets')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', 'not in', [...ENDED])
    .executeTakeFirstOrThrow();
  if (count >= MAX_OPEN_SETS) throw tooManySets();
}
