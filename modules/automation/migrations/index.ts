import { createAutomation } from './001-automation.ts';
import { organizationRules } from './002-organization-rows.ts';
import { createRuleFailures } from './003-failures.ts';
import { createExecutionPolicies } from './004-run-policies.ts';
import { renameRuleRates } from './005-rates.ts';

export const migrations = [
  createAutomation,
  organizationRules,
  createRuleFailures,
  createExecutionPolicies,
  renameRuleRates,
];
