import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { RunQuery, RunReply, TestInput } from '../schemas.ts';
import { RUN_TESTS, RUNS } from '../tokens.ts';

/** A guest has nothing but a profile, and no scope covers Connections (DECISIONS 12, SPEC 5.6). */
const member = { role: 'viewer' } as const;
const deps = { runs: RUNS };

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
    handle: ({ principal, params, query, deps }) => deps.runs.list(principal, params.connection_id, query),
  }),
  route({
    id: 'fabric.connections.test',
    method: 'POST',
    path: '/fabric/connections/{connection_id}/test',
    summary: 'Run a Connection once with a payload or a past event; writes are staged',
    access: { role: 'org_admin', unscoped: true },
    body: TestInput,
    reply: RunReply,
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
];
