import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { nameTaken } from './errors.ts';
import { ExampleItemInput, ExampleItemPatch, ExampleItemSchema } from './schemas.ts';
import { ExampleItems } from './services/example-items.ts';

const deps = { exampleItems: ExampleItems };
const read = { permission: 'example_item:read' } as const;
const write = { permission: 'example_item:write' } as const;

export const listExampleItems = route({
  id: 'example-module.list',
  method: 'GET',
  path: '/example-module',
  summary: 'All example items',
  access: read,
  query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
  reply: pageSchema(ExampleItemSchema),
  deps,
  handle: ({ query, principal, deps }) => deps.exampleItems.list(principal, query),
});

export const createExampleItem = route({
  id: 'example-module.create',
  method: 'POST',
  path: '/example-module',
  summary: 'Create one of the example items',
  access: write,
  reach: 'sites', // only: site
  body: ExampleItemInput,
  reply: ExampleItemSchema,
  status: 201,
  errors: [nameTaken],
  deps,
  handle: ({ body, principal, deps }) => deps.exampleItems.create(principal, body),
});

export const getExampleItem = route({
  id: 'example-module.get',
  method: 'GET',
  path: '/example-module/{id}',
  summary: 'One of the example items',
  access: read,
  reply: ExampleItemSchema,
  deps,
  handle: ({ params, principal, deps }) => deps.exampleItems.get(principal, params.id),
});

export const updateExampleItem = route({
  id: 'example-module.update',
  method: 'PATCH',
  path: '/example-module/{id}',
  summary: 'Change one of the example items',
  access: write,
  reach: 'sites', // only: site
  body: ExampleItemPatch,
  reply: ExampleItemSchema,
  errors: [nameTaken],
  deps,
  handle: ({ params, body, principal, request, deps }) =>
    deps.exampleItems.update(principal, params.id, body, request.if_match),
});

export const deleteExampleItem = route({
  id: 'example-module.delete',
  method: 'DELETE',
  path: '/example-module/{id}',
  summary: 'Delete one of the example items',
  access: write,
  reach: 'sites', // only: site
  status: 204,
  deps,
  handle: ({ params, principal, request, deps }) =>
    deps.exampleItems.remove(principal, params.id, request.if_match),
});
