import {
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { parsePattern } from '@patchbay/kernel/events';
import type { Contributions } from '@patchbay/kernel/extension';
import { assertAtSite, type Principal, type SiteGuard } from '@patchbay/kernel/permissions';
import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import { tooManyPolicies } from '../../errors/reviews.ts';
import { approvalPolicyChanged } from '../../events/settings.ts';
import type { PolicyInput, PolicyPatch, PolicySchema } from '../../schemas/approvals.ts';
import { RuleRows } from '../freezes/rule-rows.ts';
import { assertSite, invalidField } from '../record/visible-site.ts';
import type { PolicyRow } from './policy-match.ts';

type PolicyView = Static<typeof PolicySchema>;

const MAX_POLICIES = 200;

const asked = ({ feature_pattern, site_id, risk, min_approvers, step_up }: PolicyRow) => ({
  feature_pattern,
  site_id,
  risk,
  min_approvers,
  step_up,
});

const rules = new RuleRows<PolicyRow>({
  facts: {
    table: 'approval_policies',
    target_type: 'approval_policy',
    action: 'changes.policies',
    most: MAX_POLICIES,
    tooMany: tooManyPolicies,
    said: asked,
    changed: approvalPolicyChanged,
  },
});

/** The approval policies of an organization. The routes hold the right to change them. */
export class Policies extends Service<{ database: Database; sites: Contributions<SiteGuard> }> {
  list(principal: Principal, query: PageQuery): Promise<Page<PolicyView>> {
    return this.parts.database.read(principal, async ({ sql: trx }) => {
      let found = trx.selectFrom('approval_policies').where('deleted_at', 'is', null);
      if (query.site_id !== undefined) found = found.where('site_id', '=', query.site_id);
      if (query.search)
        found = found.where(
          sql<boolean>`concat_ws(' ', name, feature_pattern) ilike ${containing(query.search)}`,
        );
      const page = await readPage(found.selectAll(), query, { sort: '-created_at' });
      return { ...page, items: page.items.map(viewOf) };
    });
  }

  get(principal: Principal, id: string): Promise<PolicyView> {
    return this.parts.database.read(principal, async (unit) => viewOf(await rules.find(unit, id)));
  }

  async create(principal: Principal, input: Static<typeof PolicyInput>): Promise<PolicyView> {
    assertAtSite(principal, input.site_id);
    await this.#assertSound(principal, input);
    return this.parts.database.write(principal, async (work) => {
      await rules.assertRoom(work);
      const row = await work.sql
        .insertInto('approval_policies')
        .values({
          id: uuidv7(),
          organization_id: work.organization_id,
          name: input.name ?? null,
          feature_pattern: input.feature_pattern,
          site_id: input.site_id ?? null,
          risk: input.risk ?? null,
          min_approvers: input.min_approvers,
          step_up: input.step_up ?? false,
          created_by: principal.user_id,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      rules.record(work, 'create', row);
      return viewOf(row);
    });
  }

  async update(
    principal: Principal,
    id: string,
    patch: Static<typeof PolicyPatch>,
    if_match: string | null,
  ): Promise<PolicyView> {
    const { site_id: at } = await this.get(principal, id);
    assertAtSite(principal, patch.site_id === undefined ? at : patch.site_id);
    await this.#assertSound(principal, patch);
    return this.parts.database.write(principal, async (work) => {
      const before = await rules.hold(work, id, if_match);
      if (isUnchangedBy(viewOf(before), patch)) return viewOf(before);
      const row = await work.sql
        .updateTable('approval_policies')
        .set({ ...patch, updated_at: sql<string>`clock_timestamp()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      rules.record(work, 'update', row, before);
      return viewOf(row);
    });
  }

  remove(principal: Principal, id: string, if_match: string | null): Promise<void> {
    return this.parts.database.write(principal, (work) => rules.remove(work, id, if_match));
  }

  async #assertSound(principal: Principal, input: Static<typeof PolicyPatch>): Promise<void> {
    if (input.feature_pattern !== undefined && parsePattern(input.feature_pattern) === null)
      throw invalidField(
        'feature_pattern',
        'whole segments of feature keys, `*` for one, `**` for any number',
        'format',
      );
    await assertSite(this.parts.sites, principal, input.site_id);
  }
}

const viewOf = ({ deleted_at, ...row }: PolicyRow): PolicyView => row;
