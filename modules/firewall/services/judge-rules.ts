import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import type { FirewallRule } from '@patchbay/vendor-kit';
import { covers, matchesAnything, matchesNothing, type RuleSpace, spaceOf } from './rule-space.ts';

export type FindingKind = 'shadowed' | 'duplicate' | 'unused' | 'any_any' | 'disabled' | 'never_matches';

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: 'high' | 'medium' | 'low';
  readonly rule: FirewallRule;
  /** The rule that makes it so, where one does. */
  readonly by: FirewallRule | null;
  readonly reason: string;
}

interface Judged {
  readonly rule: FirewallRule;
  readonly space: RuleSpace;
}

/**
 * Finds faults in the rules of one firewall. Each finding can be relied on: where names (lists that change,
 * networks of interfaces) leave open which traffic a rule matches, none is made. A rule that only several rules
 * together shadow is not found. Yields to other requests by the slice; several firewalls of one report share it.
 */
export async function judgeRules(
  rules: readonly FirewallRule[],
  slice = new EventLoopSlice(),
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const inOrder = rules.toSorted((one, other) => one.position - other.position);
  for (const chain of Map.groupBy(inOrder, ({ feature, chain }) => `${feature} ${chain}`).values()) {
    const deciding: Judged[] = [];
    for (const rule of chain) {
      const judged = { rule, space: spaceOf(rule) };
      findings.push(...judgeAlone(judged));
      if (slice.isOver) await slice.yield();
      if (!rule.enabled || matchesNothing(judged.space)) continue;
      const earlier = deciding.find(({ space }) => covers(space, judged.space));
      if (earlier) findings.push(decidedBefore(judged, earlier));
      if (rule.decides) deciding.push(judged);
    }
  }
  return findings;
}

function judgeAlone({ rule, space }: Judged): readonly Finding[] {
  const finding = (kind: FindingKind, severity: Finding['severity'], reason: string): Finding => {
    return { kind, severity, rule, by: null, reason };
  };
  if (!rule.enabled) return [finding('disabled', 'low', 'It is switched off.')];
  if (matchesNothing(space))
    return [finding('never_matches', 'medium', 'No packet has the addresses it asks for.')];
  const found: Finding[] = [];
  if (rule.action === 'accept' && matchesAnything(space)) {
    found.push(finding('any_any', breadthOf(rule), `It lets everything through, ${betweenOf(rule)}.`));
  }
  if (rule.hits === 0)
    found.push(finding('unused', 'low', 'It matched no packet since the device last began to count.'));
  return found;
}

/** A rule for all traffic of one side is worse than one for all traffic between two. */
const breadthOf = ({ in_interfaces, out_interfaces }: FirewallRule): Finding['severity'] =>
  in_interfaces === null ? 'high' : out_interfaces === null ? 'medium' : 'low';

const betweenOf = ({ in_interfaces, out_interfaces }: FirewallRule): string =>
  `from ${in_interfaces?.join(', ') ?? 'anywhere'} to ${out_interfaces?.join(', ') ?? 'anywhere'}`;

function decidedBefore(judged: Judged, earlier: Judged): Finding {
  const { rule } = judged;
  const { rule: by } = earlier;
  const isSame = rule.action === by.action && rule.decides === by.decides;
  if (isSame && covers(judged.space, earlier.space))
    return { kind: 'duplicate', severity: 'low', rule, by, reason: `It says the same as ${named(by)}.` };
  const told = `Every packet it can match is decided by ${named(by)} before it`;
  return isSame
    ? { kind: 'shadowed', severity: 'low', rule, by, reason: `${told}, in the same way.` }
    : { kind: 'shadowed', severity: 'high', rule, by, reason: `${told}, in another way: ${by.action}.` };
}

const named = ({ name, position }: FirewallRule): string =>
  name === '' ? `rule ${position + 1}` : `rule ${position + 1} (${name})`;
