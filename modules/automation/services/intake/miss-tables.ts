import type { MissTables } from '@patchbay/runs';

export const missesOfRules: MissTables = {
  misses: 'automation_misses',
  counters: 'automation_counters',
  owner: 'rule_id',
};
