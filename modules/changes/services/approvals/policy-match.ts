import type { Tables } from '@patchbay/kernel/database';
import { type Pattern, parsePattern, patternMatches } from '@patchbay/kernel/events';
import type { Selectable } from 'kysely';
import type { ChangeRow } from '../record/change-view.ts';

export type PolicyRow = Selectable<Tables['approval_policies']>;

/** Approvals that an organization's policies require for one change. */
export interface Demand {
  readonly required: number;
  readonly step_up: boolean;
}

const MAX_PARSED = 1_000;
const parsed = new Map<string, Pattern | null>();

/** Patterns are few and asked for on every apply. */
function patternOf(text: string): Pattern | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= MAX_PARSED) parsed.clear();
  const pattern = parsePattern(text);
  parsed.set(text, pattern);
  return pattern;
}

type Facts = Pick<ChangeRow, 'feature' | 'site_id' | 'risk'>;

function concerns(policy: PolicyRow, { feature, site_id, risk }: Facts): boolean {
  if (policy.site_id !== null && policy.site_id !== site_id) return false;
  if (policy.risk !== null && policy.risk !== risk) return false;
  const pattern = patternOf(policy.feature_pattern);
  return pattern === null || patternMatches(pattern, feature);
}

/** Of several policies the strictest word counts, each by itself. */
export function demandOf(policies: readonly PolicyRow[], change: Facts): Demand {
  const concerned = policies.filter((policy) => concerns(policy, change));
  return {
    required: Math.max(0, ...concerned.map(({ min_approvers }) => min_approvers)),
    step_up: concerned.some(({ step_up }) => step_up),
  };
}
