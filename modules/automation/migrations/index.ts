import { createAutomation } from './001-automation.ts';
import { organizationRules } from './002-organization-rows.ts';
import { createRuleFailures } from './003-failures.ts';

export const migrations = [createAutomation, organizationRules, createRuleFailures];
