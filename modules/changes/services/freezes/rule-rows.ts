import { assertUnchanged, sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { assertAtSite } from '@patchbay/kernel/permissions';
import type { approvalPolicyChanged, changeFreezeChanged } from '../../events/settings.ts';

interface Rule {
  readonly id: string;
  readonly site_id: string | null;
  readonly updated_at: string;
}

export interface RuleFacts<Row> {
  readonly table: 'approval_policies' | 'change_freezes';
  /** As the record names one. */
  readonly target_type: string;
  /** Prefix of its actions' names. */
  readonly action: string;
  readonly most: number;
  readonly tooMany: () => Error;
  readonly changed: typeof approvalPolicyChanged | typeof changeFreezeChanged;
  /** Fields of a row that the record keeps. */
  readonly said: (row: Row) => Readonly<Record<string, unknown>>;
}

/** Rows by which an organization rules its changes: bounded in number, changed against what was read, on record. */
export class RuleRows<Row extends Rule> extends Service<{ facts: RuleFacts<Row> }> {
  find(unit: Unit, id: string): Promise<Row> {
    return this.#one(unit, id, false);
  }

  /** Held until the end of the transaction; refused to people held to sites where it rules the whole organization. */
  async hold(work: UnitOfWork, id: string, if_match: string | null): Promise<Row> {
    assertAtSite(work.principal, (await this.#one(work, id, false)).site_id);
    const row = await this.#one(work, id, true);
    assertUnchanged(if_match, row.updated_at);
    return row;
  }

  async assertRoom(work: UnitOfWork): Promise<void> {
    const { table, most, tooMany } = this.parts.facts;
    const { rows } = await sql<{ readonly count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where deleted_at is null`.execute(work.sql);
    if ((rows[0]?.count ?? 0) >= most) throw tooMany();
  }

  async remove(work: UnitOfWork, id: string, if_match: string | null): Promise<void> {
    const row = await this.hold(work, id, if_match);
    await sql`update ${sql.table(this.parts.facts.table)}
      set deleted_at = clock_timestamp(), updated_at = clock_timestamp() where id = ${id}`.execute(work.sql);
    this.record(work, 'delete', row);
  }

  /** The former rule stands there too: a loosened one must be found again. */
  record(work: UnitOfWork, verb: 'create' | 'update' | 'delete', row: Row, before?: Row): void {
    const { action, target_type, said, changed } = this.parts.facts;
    const { id, site_id } = row;
    work.events.publish(changed, { id, verb, site_id, actor_id: work.principal.user_id }, { site_id });
    work.audit.record({
      action: `${action}.${verb}`,
      target_type,
      target_id: row.id,
      detail: { ...said(row), ...(before === undefined ? {} : { before: said(before) }) },
    });
  }

  async #one(unit: Unit, id: string, isHeld: boolean): Promise<Row> {
    const hold = sql.raw(isHeld ? 'for update' : '');
    const { rows } = await sql<Row>`
      select * from ${sql.table(this.parts.facts.table)} where id = ${id} and deleted_at is null ${hold}`.execute(
      unit.sql,
    );
    const [row] = rows;
    if (row === undefined) throw notFound();
    return row;
  }
}
