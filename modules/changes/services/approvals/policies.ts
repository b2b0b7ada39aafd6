import { columnsOf, containing, sql, TableRows, type UnitOfWork } from '@patchbay/kernel/database';
import { parsePattern } from '@patchbay/kernel/events';
import type { Static } from 'typebox';
import { tooManyPolicies } from '../../errors/reviews.ts';
import { approvalPolicyChanged } from '../../events/settings.ts';
import { type PolicyInput, type PolicyPatch, PolicySchema } from '../../schemas/approvals.ts';
import { OrganizationRules, type RuleFacts, type Written } from '../freezes/organization-rules.ts';
import { invalidField } from '../record/visible-site.ts';

type PolicyView = Static<typeof PolicySchema>;
type Input = Static<typeof PolicyInput>;
type Patch = Static<typeof PolicyPatch>;

/** The approval policies of an organization. */
export class Policies extends OrganizationRules<PolicyView, PolicyView, Input, Patch> {
  protected readonly facts: RuleFacts<PolicyView, PolicyView> = {
    stored: new TableRows('approval_policies', {
      columns: columnsOf(PolicySchema),
      searched: (search) => sql<boolean>`concat_ws(' ', name, feature_pattern) ilike ${containing(search)}`,
      sort: '-created_at',
    }),
    viewOf: (row) => row,
    target_type: 'approval_policy',
    action: 'changes.policies',
    most: 200,
    tooMany: tooManyPolicies,
    changed: approvalPolicyChanged,
    said: ({ feature_pattern, site_id, risk, min_approvers, step_up }) => ({
      feature_pattern,
      site_id,
      risk,
      min_approvers,
      step_up,
    }),
  };

  protected assertSound({ feature_pattern }: Patch): void {
    if (feature_pattern !== undefined && parsePattern(feature_pattern) === null)
      throw invalidField(
        'feature_pattern',
        'whole segments of feature keys, `*` for one, `**` for any number',
        'format',
      );
  }

  protected async valuesOf(_work: UnitOfWork, given: Patch): Promise<Written> {
    return given;
  }
}
