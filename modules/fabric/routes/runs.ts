import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { notADeadLetter, runNotEnded, stepsChanged } from '../errors.ts';
import {
  DeadLetterQuery,
  ReplayInput,
  ReplayReply,
  RerunInput,
  RunQuery,
  RunReply,
  TestInput,
  TestReply,
} from '../schemas/runs.ts';
import { RERUNS, RUN_TESTS, RUNS } from '../tokens.ts';

/** A guest has nothing but a profile, and no scope covers Connections (DECISIONS 12, SPEC 5.6). */
const member = { role: 'viewer' } as const;
const manage = { role: 'org_admin', unscoped: true } as const;
const deps = { runs: RUNS };
const again = { reruns: RERUNS };

export const runRoutes = [
  route({
    id: 'fabric.connections.runs',
    method: 'GET',
    path: '/fabric/connections/{connection_id}/runs',
    summary: 'List runs of a Connection, newest first',
    access: member,
    query: RunQuery,
    reply: pageSchema(RunReply),
    deps,
    handle: ({ principal, params, query, deps }) =>
      deps.runs.listOf(principal, params.connection_id, {
        ...query,
        per_page: query.limit ?? query.per_page,
      }),
  }),
  route({
    id: 'fabric.connections.test',
    method: 'POST',
    path: '/fabric/connections/{connection_id}/test',
    summary:
      'Run a Connection once with a payload or a past event, and say whether its conditions would have held; writes are staged',
    access: manage,
    body: TestInput,
    reply: TestReply,
    deps: { tests: RUN_TESTS },
    handle: ({ principal, params, body, deps }) => deps.tests.test(principal, params.connection_id, body),
  }),
  route({
    id: 'fabric.runs.get',
    method: 'GET',
    path: '/fabric/runs/{run_id}',
    summary: 'Get a run with its steps',
    access: member,
    reply: RunReply,
    deps,
    handle: ({ principal, params, deps }) => deps.runs.get(principal, params.run_id),
  }),
  route({
    id: 'fabric.runs.rerun',
    method: 'POST',
    path: '/fabric/runs/{run_id}/rerun',
    summary: 'Carry a run out anew from a step on, with effects of its own',
    access: manage,
    body: RerunInput,
    status: 202,
    reply: RunReply,
    errors: [runNotEnded, stepsChanged],
    deps: again,
    handle: ({ principal, params, body, deps }) =>
      deps.reruns.rerun(principal, params.run_id, body.from_step),
  }),
  route({
    id: 'fabric.dead-letters.list',
    method: 'GET',
    path: '/fabric/dead-letters',
    summary: 'List failed runs that were neither replayed nor dismissed, newest first',
    access: member,
    query: DeadLetterQuery,
    reply: pageSchema(RunReply),
    deps,
    handle: ({ principal, query, deps }) =>
      deps.runs.deadLetters(principal, { ...query, owner_id: query.connection_id }),
  }),
  route({
    id: 'fabric.dead-letters.replay-all',
    method: 'POST',
    path: '/fabric/dead-letters/replay',
    summary: 'Replay the oldest 200 dead letters of a Connection',
    access: manage,
    body: ReplayInput,
    status: 202,
    reply: ReplayReply,
    deps: again,
    handle: ({ principal, body, deps }) => deps.reruns.replayAll(principal, body.connection_id),
  }),
  route({
    id: 'fabric.dead-letters.replay',
    method: 'POST',
    path: '/fabric/dead-letters/{run_id}/replay',
    summary: 'Replay a failed run from the step that failed',
    access: manage,
    status: 202,
    reply: RunReply,
    errors: [notADeadLetter, stepsChanged],
    deps: again,
    handle: ({ principal, params, deps }) => deps.reruns.replay(principal, params.run_id),
  }),
  route({
    id: 'fabric.dead-letters.dismiss',
    method: 'DELETE',
    path: '/fabric/dead-letters/{run_id}',
    summary: 'Put a failed run away',
    access: manage,
    status: 204,
    deps: again,
    handle: ({ principal, params, deps }) => deps.reruns.dismiss(principal, params.run_id),
  }),
];
