import {
  type Database,
  exempt,
  isUnchangedBy,
  type Page,
  type PageQuery,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import { assertAtSite, type Principal, type SiteGuard } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { approvalPolicyChanged, changeFreezeChanged } from '../../events/settings.ts';
import { assertSite } from '../record/visible-site.ts';

const counting = exempt(
  'changes.count-rules',
  'a limit holds the whole organization, not the sites of a person',
);

interface Placed {
  readonly site_id?: string | null | undefined;
}

interface Rule {
  readonly id: string;
  readonly site_id: string | null;
}

/** Columns and what is written into them. */
export type Written = Readonly<Record<string, unknown>>;

/** The `TableRows` of a rule's table. */
interface Stored<Row> {
  page(unit: Unit, query: PageQuery, only: Placed): Promise<Page<Row>>;
  get(unit: Unit, id: string): Promise<Row>;
  hold(unit: Unit, id: string, if_match: string | null): Promise<Row>;
  add(unit: Unit, values: Written): Promise<Row>;
  change(unit: Unit, id: string, values: Written): Promise<Row>;
  remove(unit: Unit, id: string): Promise<void>;
  count(unit: Pick<Unit, 'sql'>, only?: { readonly organization_id: string }): Promise<number>;
  assertRoom(unit: Unit, most: number, tooMany: () => Error, count: () => Promise<number>): Promise<void>;
}

export interface RuleFacts<Row, View> {
  readonly stored: Stored<Row>;
  readonly viewOf: (row: Row) => View;
  /** As the record names one. */
  readonly target_type: string;
  /** Prefix of its actions' names. */
  readonly action: string;
  readonly most: number;
  readonly tooMany: () => Error;
  readonly changed: typeof approvalPolicyChanged | typeof changeFreezeChanged;
  /** Fields of a row that the record keeps. */
  readonly said: (row: View) => Written;
}

/**
 * Rows by which an organization rules its changes: bounded in number, changed against what was read, on record. The
 * routes hold the right to change them.
 */
export abstract class OrganizationRules<
  Row extends Rule,
  View extends Rule,
  Input extends Placed,
  Patch extends Placed,
> extends Service<{ database: Database; sites: Contributions<SiteGuard> }> {
  protected abstract readonly facts: RuleFacts<Row, View>;

  /** Throws a 422 for values that make no rule, before the transaction that writes; `before` is null for a new one. */
  protected abstract assertSound(given: Input | Patch, before: View | null): void;

  protected abstract valuesOf(work: UnitOfWork, given: Input | Patch, before: View | null): Promise<Written>;

  list(principal: Principal, query: PageQuery): Promise<Page<View>> {
    const { stored, viewOf } = this.facts;
    return this.parts.database.read(principal, async (unit) => {
      const page = await stored.page(unit, query, { site_id: query.site_id });
      return { ...page, items: page.items.map(viewOf) };
    });
  }

  get(principal: Principal, id: string): Promise<View> {
    const { stored, viewOf } = this.facts;
    return this.parts.database.read(principal, async (unit) => viewOf(await stored.get(unit, id)));
  }

  async create(principal: Principal, input: Input): Promise<View> {
    const { stored, most, tooMany, viewOf } = this.facts;
    await this.#assertFit(principal, input, null);
    return this.parts.database.write(principal, async (work) => {
      await stored.assertRoom(work, most, tooMany, () => this.#count(work));
      const { site_id = null } = input;
      const values = { site_id, ...(await this.valuesOf(work, input, null)), created_by: principal.user_id };
      const row = viewOf(await stored.add(work, { ...values, id: newId() }));
      this.#record(work, 'create', row);
      return row;
    });
  }

  async update(principal: Principal, id: string, patch: Patch, if_match: string | null): Promise<View> {
    const { stored, viewOf } = this.facts;
    await this.#assertFit(principal, patch, await this.get(principal, id));
    return this.parts.database.write(principal, async (work) => {
      const before = await this.#hold(work, id, if_match);
      if (isUnchangedBy(before, patch)) return before;
      const values = await this.valuesOf(work, patch, before);
      const row = viewOf(await stored.change(work, id, values));
      this.#record(work, 'update', row, before);
      return row;
    });
  }

  remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const row = await this.#hold(work, id, if_match);
      await this.facts.stored.remove(work, id);
      this.#record(work, 'delete', row);
    });
  }

  async #assertFit(principal: Principal, given: Input | Patch, before: View | null): Promise<void> {
    assertAtSite(principal, given.site_id === undefined ? before?.site_id : given.site_id);
    this.assertSound(given, before);
    await assertSite(this.parts.sites, principal, given.site_id);
  }

  /** A limit holds the whole organization, also past the sites that a person is held to. */
  #count(work: UnitOfWork): Promise<number> {
    const { stored } = this.facts;
    const { organization_id, principal } = work;
    if (principal.site_ids === null) return stored.count(work);
    return this.parts.database.asSystem(counting, (db) => stored.count({ sql: db }, { organization_id }));
  }

  /** Held until the end of the transaction; refused to people held to sites where it rules the whole organization. */
  async #hold(work: UnitOfWork, id: string, if_match: string | null): Promise<View> {
    const { stored, viewOf } = this.facts;
    assertAtSite(work.principal, (await stored.get(work, id)).site_id);
    return viewOf(await stored.hold(work, id, if_match));
  }

  /** The former rule stands there too: a loosened one must be found again. */
  #record(work: UnitOfWork, verb: 'create' | 'update' | 'delete', row: View, before?: View): void {
    const { action, target_type, said, changed } = this.facts;
    const { id, site_id } = row;
    work.events.publish(changed, { id, verb, site_id, actor_id: work.principal.user_id }, { site_id });
    work.audit.record({
      action: `${action}.${verb}`,
      target_type,
      target_id: id,
      detail: { ...said(row), ...(before === undefined ? {} : { before: said(before) }) },
    });
  }
}
