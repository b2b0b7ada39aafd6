import type { ReplyOf } from '@patchbay/client';
import { ruleKey } from './rule-texts.ts';

export type Finding = ReplyOf<'GET', '/firewall/hygiene'>['items'][number];
export type Findings = ReadonlyMap<string, readonly Finding[]>;

export const FINDING_KINDS = [
  'shadowed',
  'duplicate',
  'unused',
  'any_any',
  'disabled',
  'never_matches',
] as const;

/** Findings by the rule that they are about. */
export function findingsByRule(findings: readonly Finding[]): Findings {
  const byRule = new Map<string, readonly Finding[]>();
  for (const finding of findings) {
    const key = ruleKey(finding.controller_id, finding.rule);
    byRule.set(key, [...(byRule.get(key) ?? []), finding]);
  }
  return byRule;
}
