import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { runRoutes } from '@patchbay/runs';
import { manageRules, rulesRead } from '../permissions.ts';
import { ActionQuery, ActionReply, ExecutionQuery, ExecutionReply } from '../schemas.ts';
import { ruleExecutions } from '../services/intake/rule-tables.ts';
import { ActionList } from '../services/invoking/action-list.ts';
import { EXECUTIONS, RERUNS, RULE_TESTS } from '../tokens.ts';

const read = { permission: rulesRead.id } as const;

const executions = runRoutes({
  module: 'automation',
  kind: ruleExecutions,
  run: 'execution',
  lastStep: 19,
  read,
  manage: manageRules,
  reply: ExecutionReply,
  records: EXECUTIONS,
  reruns: RERUNS,
  tests: RULE_TESTS,
  summaries: {
    test: 'Carry out a rule once, with a payload, a past event, or now if it is a schedule, and say whether its conditions would have held; writes are staged',
    deadLetters: 'List failed executions that were neither replayed nor dismissed, newest first',
  },
});

export const executionRoutes = [
  route({
    id: 'automation.executions.list',
    method: 'GET',
    path: '/automation/executions',
    summary: 'List executions of rules, newest first',
    access: read,
    query: ExecutionQuery,
    reply: pageSchema(ExecutionReply),
    deps: { executions: EXECUTIONS },
    handle: ({ principal, query, deps }) =>
      deps.executions.list(principal, { ...query, owner_id: query.rule_id }),
  }),
  executions.get,
  executions.test,
  executions.rerun,
  ...executions.deadLetters,
  route({
    id: 'actions.list',
    method: 'GET',
    path: '/actions',
    summary: 'List the actions of rules',
    access: read,
    query: ActionQuery,
    reply: pageSchema(ActionReply),
    deps: { actions: ActionList },
    handle: ({ principal, query, deps }) => deps.actions.list(principal, query),
  }),
];
