import { resource, route } from '@patchbay/kernel/http';
import { quotaExceeded } from '@patchbay/module-organizations/contract';
import { savingRoutes } from '@patchbay/runs';
import { tooManyConnections } from '../errors.ts';
import {
  ConnectionInput,
  ConnectionPatch,
  ConnectionQuery,
  ConnectionReply,
  SuggestQuery,
  SuggestReply,
} from '../schemas/connections.ts';
import { Connections } from '../services/connections/connections.ts';
import { Suggestions } from '../services/connections/suggestions.ts';
import { manage, member } from './access.ts';

const declared = {
  id: 'fabric.connections',
  path: '/fabric/connections',
  parameter: 'connection_id',
  service: Connections,
  read: member,
  write: manage,
  reply: ConnectionReply,
};
const connections = resource(declared);
const saving = savingRoutes({
  ...declared,
  input: ConnectionInput,
  patch: ConnectionPatch,
  steps: 'steps',
  errors: [tooManyConnections, quotaExceeded],
  summaries: {
    create: 'Create a Connection; you become its author',
    update: 'Change a Connection; changing its steps makes you its author',
  },
});

export const connectionRoutes = [
  saving.create,
  connections.list({ summary: 'List Connections', query: ConnectionQuery }),
  route({
    id: 'fabric.connections.suggest',
    method: 'GET',
    path: '/fabric/connections/suggest',
    summary: 'Operations that can follow an event',
    access: member,
    query: SuggestQuery,
    reply: SuggestReply,
    deps: { suggestions: Suggestions },
    handle: ({ principal, query, deps }) => deps.suggestions.suggest(principal, query.source_event),
  }),
  connections.get({ summary: 'Get a Connection' }),
  saving.update,
  connections.remove({ summary: 'Delete a Connection' }),
];
