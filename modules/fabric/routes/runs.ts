import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { runRoutes as routesOf } from '@patchbay/runs';
import { RunQuery, RunReply } from '../schemas/runs.ts';
import { connectionRuns } from '../services/intake/connection-tables.ts';
import { RERUNS, RUN_TESTS, RUNS } from '../tokens.ts';
import { manage, member } from './access.ts';

const runs = routesOf({
  module: 'fabric',
  kind: connectionRuns,
  run: 'run',
  lastStep: 49,
  read: member,
  manage,
  reply: RunReply,
  records: RUNS,
  reruns: RERUNS,
  tests: RUN_TESTS,
  summaries: {
    test: 'Run a Connection once with a payload or a past event, and say whether its conditions would have held; writes are staged',
    deadLetters: 'List failed runs that were neither replayed nor dismissed, newest first',
  },
});

export const runRoutes = [
  route({
    id: 'fabric.connections.runs',
    method: 'GET',
    path: '/fabric/connections/{connection_id}/runs',
    summary: 'List runs of a Connection, newest first',
    access: member,
    query: RunQuery,
    reply: pageSchema(RunReply),
    deps: { runs: RUNS },
    handle: ({ principal, params, query, deps }) =>
      deps.runs.listOf(principal, params.connection_id, {
        ...query,
        per_page: query.limit ?? query.per_page,
      }),
  }),
  runs.test,
  runs.get,
  runs.rerun,
  ...runs.deadLetters,
];
