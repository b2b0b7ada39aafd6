import { containing, type Page, type PageQuery, readPage, type Unit } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { failuresOf, type SealedSteps } from '@patchbay/runs';
import { RULE_FAILURES } from '../intake/rule-tables.ts';
import type { TriggerType } from '../intake/trigger.ts';
import { type RuleCounts, type RuleRow, type RuleView, ruleColumns, viewOfRule } from './rule-view.ts';

export interface RuleListQuery extends PageQuery {
  readonly trigger_type?: TriggerType;
  readonly is_enabled?: boolean;
}

/** Reads rules inside a unit. */
export class RuleRows {
  readonly #sealed: SealedSteps;

  constructor(sealed: SealedSteps) {
    this.#sealed = sealed;
  }

  async row({ sql: db }: Unit, id: string, lock = false): Promise<RuleRow> {
    const found = db
      .selectFrom('automation_rules')
      .select(ruleColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null);
    const row = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
    if (row === undefined) throw notFound();
    return row;
  }

  async view(unit: Unit, id: string): Promise<RuleView> {
    const [row, counts] = await Promise.all([this.row(unit, id), countsOf(unit, [id])]);
    return this.#viewOf(row, unit, counts);
  }

  async page(unit: Unit, query: RuleListQuery): Promise<Page<RuleView>> {
    let found = unit.sql.selectFrom('automation_rules').where('deleted_at', 'is', null);
    if (query.search) found = found.where('name', 'ilike', containing(query.search));
    if (query.trigger_type) found = found.where('trigger_type', '=', query.trigger_type);
    if (query.is_enabled !== undefined) found = found.where('is_enabled', '=', query.is_enabled);
    const page = await readPage(found.select(ruleColumns), query, { sort: '-created_at' });
    const counts = await countsOf(
      unit,
      page.items.map(({ id }) => id),
    );
    return { ...page, items: page.items.map((row) => this.#viewOf(row, unit, counts)) };
  }

  async count({ sql: db }: Unit): Promise<number> {
    const counted = await db
      .selectFrom('automation_rules')
      .where('deleted_at', 'is', null)
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return counted.total;
  }

  #viewOf(row: RuleRow, { principal }: Unit, counts: ReadonlyMap<string, RuleCounts>): RuleView {
    const actions = this.#sealed.open(row.sealed_actions, row);
    return viewOfRule(row, actions, principal, counts.get(row.id) ?? NO_COUNTS);
  }
}

const NO_COUNTS: RuleCounts = { conditions_failed: 0, failures_in_a_row: 0 };

async function countsOf({ sql: db }: Unit, ids: readonly string[]): Promise<ReadonlyMap<string, RuleCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('automation_counters')
    .select(['id', 'conditions_failed'])
    .where('id', 'in', ids)
    .execute();
  const missed = new Map(rows.map(({ id, conditions_failed }) => [id, conditions_failed]));
  const failures = await failuresOf(db, RULE_FAILURES, ids);
  return new Map(
    ids.map((id) => [
      id,
      { conditions_failed: missed.get(id) ?? 0, failures_in_a_row: failures.get(id) ?? 0 },
    ]),
  );
}
