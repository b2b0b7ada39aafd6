import { resource } from '@patchbay/kernel/http';
import { quotaExceeded } from '@patchbay/module-organizations/contract';
import { savingRoutes } from '@patchbay/runs';
import { tooManyRules } from '../errors.ts';
import { manageRules, rulesRead } from '../permissions.ts';
import { RuleInput, RulePatch, RuleQuery, RuleReply } from '../schemas.ts';
import { Rules } from '../services/rules/rules.ts';

const declared = {
  id: 'automation.rules',
  path: '/automation/rules',
  parameter: 'rule_id',
  service: Rules,
  read: { permission: rulesRead.id },
  write: manageRules,
  reply: RuleReply,
};
const rules = resource(declared);
const saving = savingRoutes({
  ...declared,
  input: RuleInput,
  patch: RulePatch,
  steps: 'actions',
  errors: [tooManyRules, quotaExceeded],
  summaries: {
    create: 'Create a rule; you become its author',
    update: 'Change a rule; changing its actions makes you its author',
  },
});

export const ruleRoutes = [
  saving.create,
  rules.list({ summary: 'List rules', query: RuleQuery }),
  rules.get({ summary: 'Get a rule' }),
  saving.update,
  rules.remove({ summary: 'Delete a rule' }),
];
