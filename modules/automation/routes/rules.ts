import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { quotaExceeded } from '@patchbay/module-organizations/contract';
import { FindingsReply } from '@patchbay/runs';
import Type from 'typebox';
import { tooManyRules } from '../errors.ts';
import { manageRules, rulesRead } from '../permissions.ts';
import { DryRunQuery, RuleInput, RulePatch, RuleQuery, RuleReply } from '../schemas.ts';
import { Rules } from '../services/rules/rules.ts';

const read = { permission: rulesRead.id } as const;
const deps = { rules: Rules };
/** The rule, or with `dry_run` what would be refused. */
const RuleOrFindings = Type.Union([RuleReply, FindingsReply]);

export const ruleRoutes = [
  route({
    id: 'automation.rules.create',
    method: 'POST',
    path: '/automation/rules',
    summary: 'Create a rule; you become its author',
    access: manageRules,
    query: DryRunQuery,
    body: RuleInput,
    keepsMarkers: ['actions.*.params'],
    status: 201,
    reply: RuleOrFindings,
    replies: { 200: FindingsReply },
    errors: [tooManyRules, quotaExceeded],
    deps,
    handle({ principal, query, body, deps, reply }) {
      if (!query.dry_run) return deps.rules.create(principal, body);
      reply.status(200);
      return deps.rules.tryCreate(principal, body);
    },
  }),
  route({
    id: 'automation.rules.list',
    method: 'GET',
    path: '/automation/rules',
    summary: 'List rules',
    access: read,
    query: RuleQuery,
    reply: pageSchema(RuleReply),
    deps,
    handle: ({ principal, query, deps }) => deps.rules.list(principal, query),
  }),
  route({
    id: 'automation.rules.get',
    method: 'GET',
    path: '/automation/rules/{rule_id}',
    summary: 'Get a rule',
    access: read,
    reply: RuleReply,
    deps,
    handle: ({ principal, params, deps }) => deps.rules.get(principal, params.rule_id),
  }),
  route({
    id: 'automation.rules.update',
    method: 'PATCH',
    path: '/automation/rules/{rule_id}',
    summary: 'Change a rule; changing its actions makes you its author',
    access: manageRules,
    query: DryRunQuery,
    body: RulePatch,
    keepsMarkers: ['actions.*.params'],
    reply: RuleOrFindings,
    deps,
    handle: ({ principal, params, query, body, request, deps }) =>
      query.dry_run
        ? deps.rules.tryUpdate(principal, params.rule_id, body)
        : deps.rules.update(principal, params.rule_id, body, request.if_match),
  }),
  route({
    id: 'automation.rules.delete',
    method: 'DELETE',
    path: '/automation/rules/{rule_id}',
    summary: 'Delete a rule',
    access: manageRules,
    status: 204,
    deps,
    handle: ({ principal, params, deps }) => deps.rules.remove(principal, params.rule_id),
  }),
];
