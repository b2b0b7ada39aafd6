import type { FirewallRule, RuleAction } from './firewall.ts';

const actions: Readonly<Record<string, RuleAction>> = { pass: 'accept', block: 'drop', reject: 'reject' };

/** Words of pf, as the firewalls built on it write their rules. */
export const pfAction = (word: string): RuleAction => actions[word] ?? 'other';

export const pfFamily = (word: string): FirewallRule['family'] =>
  word === 'inet' ? 'ipv4' : word === 'inet6' ? 'ipv6' : 'any';

/** Null is any. */
export const pfProtocols = (word: string): readonly string[] | null =>
  /^(any)?$/i.test(word) ? null : word.toLowerCase().split('/');
