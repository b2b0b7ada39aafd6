import { randomUUID } from 'node:crypto';
import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import type { Catalog, Invocation, InvocationResult, Invoker, Preview } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { StepInvoker } from '@patchbay/runs';

/**
 * Invokes operations for runs. A write is staged once per effect: the effect's row and the change commit
 * together, so a step that is carried out again after a kill finds the change it staged.
 */
export class OnceInvoker implements StepInvoker {
  readonly #invoker: Pick<Invoker, 'invoke' | 'preview'>;
  readonly #catalog: Pick<Catalog, 'find'>;
  readonly #database: Pick<Database, 'write'>;
  readonly #instant: ReadonlySet<string>;

  constructor(
    invoker: Pick<Invoker, 'invoke' | 'preview'>,
    catalog: Pick<Catalog, 'find'>,
    database: Pick<Database, 'write'>,
    instant: readonly string[] = [],
  ) {
    this.#invoker = invoker;
    this.#catalog = catalog;
    this.#database = database;
    this.#instant = new Set(instant);
  }

  preview(principal: Principal, invocation: Invocation): Preview {
    return this.#invoker.preview(principal, invocation);
  }

  takesArtifact(operation_id: string): boolean {
    return (this.#catalog.find(operation_id)?.operation.accepts ?? []).length > 0;
  }

  isInstant(operation_id: string): boolean {
    return this.#instant.has(operation_id);
  }

  invoke(principal: Principal, invocation: Invocation): Promise<InvocationResult> {
    const isWrite = this.#catalog.find(invocation.operation_id)?.operation.write === true;
    if (!isWrite) return this.#invoker.invoke(principal, invocation);
    return this.stageOnce(principal, invocation.effect_id ?? randomUUID(), () =>
      this.#invoker.invoke(principal, invocation),
    );
  }

  /** Stages unless this effect has staged before; then it answers what that was. */
  stageOnce(
    principal: Principal,
    effect_id: string,
    stage: () => Promise<InvocationResult>,
  ): Promise<InvocationResult> {
    return this.#database.write(principal, async (work) => {
      const staged = await stagedBefore(work, effect_id);
      if (staged !== null) return staged;
      const result = await stage();
      if (result.staged) {
        const { change_id, feature } = result;
        await work.sql
          .updateTable('connection_effects')
          .set({ change_id, feature })
          .where('id', '=', effect_id)
          .execute();
      }
      return result;
    });
  }
}

/** Takes the effect's row; a second caller waits for the first, and then has its answer. */
async function stagedBefore(
  { sql: db, organization_id }: UnitOfWork,
  id: string,
): Promise<InvocationResult | null> {
  const taken = await db
    .insertInto('connection_effects')
    .values({ id, organization_id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const row = await db
    .selectFrom('connection_effects')
    .select(['change_id', 'feature'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.change_id || !row.feature) return null;
  return { staged: true, change_id: row.change_id, feature: row.feature };
}
