import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { manageRules, rulesRead } from '../permissions.ts';
import {
  ActionQuery,
  ActionReply,
  ExecutionQuery,
  ExecutionReply,
  TestInput,
  TestReply,
} from '../schemas.ts';
import { ACTION_LIST, EXECUTIONS, RULE_TESTS } from '../tokens.ts';

const read = { permission: rulesRead.id } as const;
const deps = { executions: EXECUTIONS };

export const executionRoutes = [
  route({
    id: 'automation.executions.list',
    method: 'GET',
    path: '/automation/executions',
    summary: 'List executions of rules, newest first',
    access: read,
    query: ExecutionQuery,
    reply: pageSchema(ExecutionReply),
    deps,
    handle: ({ principal, query, deps }) => deps.executions.list(principal, query),
  }),
  route({
    id: 'automation.executions.get',
    method: 'GET',
    path: '/automation/executions/{execution_id}',
    summary: 'Get an execution with its actions',
    access: read,
    reply: ExecutionReply,
    deps,
    handle: ({ principal, params, deps }) => deps.executions.get(principal, params.execution_id),
  }),
  route({
    id: 'automation.rules.test',
    method: 'POST',
    path: '/automation/rules/{rule_id}/test',
    summary:
      'Carry out a rule once, with a payload, a past event, or now if it is a schedule, and say whether its conditions would have held; writes are staged',
    access: manageRules,
    body: TestInput,
    reply: TestReply,
    deps: { tests: RULE_TESTS },
    handle: ({ principal, params, body, deps }) => deps.tests.test(principal, params.rule_id, body),
  }),
  route({
    id: 'actions.list',
    method: 'GET',
    path: '/actions',
    summary: 'What rules can do',
    access: read,
    query: ActionQuery,
    reply: pageSchema(ActionReply),
    deps: { actions: ACTION_LIST },
    handle: ({ principal, query, deps }) => deps.actions.list(principal, query),
  }),
];
