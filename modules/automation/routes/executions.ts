import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { actionsChanged, executionNotEnded, notADeadLetter } from '../errors.ts';
import { manageRules, rulesRead } from '../permissions.ts';
import {
  ActionQuery,
  ActionReply,
  DeadLetterQuery,
  ExecutionQuery,
  ExecutionReply,
  ReplayInput,
  ReplayReply,
  RerunInput,
  TestInput,
  TestReply,
} from '../schemas.ts';
import { ActionList } from '../services/invoking/action-list.ts';
import { EXECUTIONS, RERUNS, RULE_TESTS } from '../tokens.ts';

const read = { permission: rulesRead.id } as const;
const deps = { executions: EXECUTIONS };
const again = { reruns: RERUNS };

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
    handle: ({ principal, query, deps }) =>
      deps.executions.list(principal, { ...query, owner_id: query.rule_id }),
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
    id: 'automation.executions.rerun',
    method: 'POST',
    path: '/automation/executions/{execution_id}/rerun',
    summary: 'Carry an execution out anew from an action on, with effects of its own',
    access: manageRules,
    body: RerunInput,
    status: 202,
    reply: ExecutionReply,
    errors: [executionNotEnded, actionsChanged],
    deps: again,
    handle: ({ principal, params, body, deps }) =>
      deps.reruns.rerun(principal, params.execution_id, body.from_action),
  }),
  route({
    id: 'automation.dead-letters.list',
    method: 'GET',
    path: '/automation/dead-letters',
    summary: 'List failed executions that nobody has replayed or put away, newest first',
    access: read,
    query: DeadLetterQuery,
    reply: pageSchema(ExecutionReply),
    deps,
    handle: ({ principal, query, deps }) =>
      deps.executions.deadLetters(principal, { ...query, owner_id: query.rule_id }),
  }),
  route({
    id: 'automation.dead-letters.replay-all',
    method: 'POST',
    path: '/automation/dead-letters/replay',
    summary: 'Replay the oldest 200 dead letters of a rule',
    access: manageRules,
    body: ReplayInput,
    status: 202,
    reply: ReplayReply,
    deps: again,
    handle: ({ principal, body, deps }) => deps.reruns.replayAll(principal, body.rule_id),
  }),
  route({
    id: 'automation.dead-letters.replay',
    method: 'POST',
    path: '/automation/dead-letters/{execution_id}/replay',
    summary: 'Replay a failed execution from the action that failed',
    access: manageRules,
    status: 202,
    reply: ExecutionReply,
    errors: [notADeadLetter, actionsChanged],
    deps: again,
    handle: ({ principal, params, deps }) => deps.reruns.replay(principal, params.execution_id),
  }),
  route({
    id: 'automation.dead-letters.dismiss',
    method: 'DELETE',
    path: '/automation/dead-letters/{execution_id}',
    summary: 'Put a failed execution away',
    access: manageRules,
    status: 204,
    deps: again,
    handle: ({ principal, params, deps }) => deps.reruns.dismiss(principal, params.execution_id),
  }),
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
