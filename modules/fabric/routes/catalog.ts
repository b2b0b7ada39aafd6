import { pageSchema } from '@patchbay/kernel/database';
import { CATALOG, invokeErrors } from '@patchbay/kernel/fabric';
import { route } from '@patchbay/kernel/http';
import { noDatabase } from '@patchbay/runs';
import Type from 'typebox';
import {
  ingestLimited,
  ingestTooLarge,
  notDelivered,
  webhookRefused,
  webhookTimedOut,
  webhookUnreachable,
} from '../errors.ts';
import { CatalogReply, EventQuery, EventReply } from '../schemas/catalog.ts';
import { IngestInput, IngestReply, InvokeInput, InvokeReply } from '../schemas/connections.ts';
import { EventFeed } from '../services/events/event-feed.ts';
import { Ingest } from '../services/events/ingest.ts';
import { OperationInvocation } from '../services/sinks/operation-invocation.ts';

export const catalogRoutes = [
  route({
    id: 'fabric.catalog',
    method: 'GET',
    path: '/fabric/catalog',
    summary: 'Operations, events and AI tools of this organization',
    access: { authenticated: true },
    reply: CatalogReply,
    deps: { catalog: CATALOG },
    handle: ({ principal, deps }) => deps.catalog.view(principal.organization_id),
  }),
  route({
    id: 'fabric.operations.invoke',
    method: 'POST',
    path: '/fabric/operations/{operation_id}/invoke',
    summary: 'Invoke an operation; a write is staged',
    access: { authenticated: true },
    params: { operation_id: Type.String({ minLength: 1, maxLength: 200 }) },
    body: InvokeInput,
    reply: InvokeReply,
    errors: [...invokeErrors, noDatabase, webhookUnreachable, webhookTimedOut, webhookRefused, notDelivered],
    passesErrors: 'errors of the operation that is invoked come through',
    deps: { operations: OperationInvocation },
    handle: ({ principal, params, body, request, deps }) =>
      deps.operations.invoke(principal, params.operation_id, body.params, request.signal),
  }),
  route({
    id: 'fabric.ingest',
    method: 'POST',
    path: '/fabric/ingest',
    summary: 'Hand in an event of another system, with an API key',
    access: { permission: 'event:write' },
    body: IngestInput,
    status: 202,
    reply: IngestReply,
    errors: [ingestTooLarge, ingestLimited],
    deps: { ingest: Ingest },
    handle: ({ principal, body, deps }) => deps.ingest.accept(principal, body),
  }),
  route({
    id: 'events.list',
    method: 'GET',
    path: '/events',
    summary: 'List events you may subscribe to',
    access: { authenticated: true },
    query: EventQuery,
    reply: pageSchema(EventReply),
    deps: { feed: EventFeed },
    handle: ({ principal, query, deps }) => deps.feed.list(principal, query),
  }),
];
