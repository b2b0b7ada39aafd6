import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { quotaExceeded } from '@patchbay/module-organizations/contract';
import { FindingsReply } from '@patchbay/runs';
import Type from 'typebox';
import { tooManyConnections } from '../errors.ts';
import {
  ConnectionInput,
  ConnectionPatch,
  ConnectionQuery,
  ConnectionReply,
  DryRunQuery,
  SuggestQuery,
  SuggestReply,
} from '../schemas/connections.ts';
import { Connections } from '../services/connections/connections.ts';
import { Suggestions } from '../services/connections/suggestions.ts';

/** A guest has nothing but a profile, and no scope covers Connections (DECISIONS 12, SPEC 5.6). */
const member = { role: 'viewer' } as const;
const manage = { role: 'org_admin', unscoped: true } as const;
const deps = { connections: Connections };
/** The Connection, or with `dry_run` what would be refused. */
const ConnectionOrFindings = Type.Union([ConnectionReply, FindingsReply]);

export const connectionRoutes = [
  route({
    id: 'fabric.connections.create',
    method: 'POST',
    path: '/fabric/connections',
    summary: 'Create a Connection; you become its author',
    access: manage,
    query: DryRunQuery,
    body: ConnectionInput,
    keepsMarkers: ['steps.*.params'],
    status: 201,
    reply: ConnectionOrFindings,
    replies: { 200: FindingsReply },
    errors: [tooManyConnections, quotaExceeded],
    deps,
    handle({ principal, query, body, deps, reply }) {
      if (!query.dry_run) return deps.connections.create(principal, body);
      reply.status(200);
      return deps.connections.tryCreate(principal, body);
    },
  }),
  route({
    id: 'fabric.connections.list',
    method: 'GET',
    path: '/fabric/connections',
    summary: 'List Connections',
    access: member,
    query: ConnectionQuery,
    reply: pageSchema(ConnectionReply),
    deps,
    handle: ({ principal, query, deps }) => deps.connections.list(principal, query),
  }),
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
  route({
    id: 'fabric.connections.get',
    method: 'GET',
    path: '/fabric/connections/{connection_id}',
    summary: 'Get a Connection',
    access: member,
    reply: ConnectionReply,
    deps,
    handle: ({ principal, params, deps }) => deps.connections.get(principal, params.connection_id),
  }),
  route({
    id: 'fabric.connections.update',
    method: 'PATCH',
    path: '/fabric/connections/{connection_id}',
    summary: 'Change a Connection; changing its steps makes you its author',
    access: manage,
    query: DryRunQuery,
    body: ConnectionPatch,
    keepsMarkers: ['steps.*.params'],
    reply: ConnectionOrFindings,
    deps,
    handle: ({ principal, params, query, body, request, deps }) =>
      query.dry_run
        ? deps.connections.tryUpdate(principal, params.connection_id, body)
        : deps.connections.update(principal, params.connection_id, body, request.if_match),
  }),
  route({
    id: 'fabric.connections.delete',
    method: 'DELETE',
    path: '/fabric/connections/{connection_id}',
    summary: 'Delete a Connection',
    access: manage,
    status: 204,
    deps,
    handle: ({ principal, params, deps }) => deps.connections.remove(principal, params.connection_id),
  }),
];
