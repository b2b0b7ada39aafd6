import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource } from '@patchbay/kernel/http';
import { nameTaken } from './errors.ts';
import { ExampleItemInput, ExampleItemPatch, ExampleItemSchema } from './schemas.ts';
import { ExampleItems } from './services/example-items.ts';

const read = { permission: 'example_item:read' } as const;
const write = { permission: 'example_item:write' } as const;

const exampleItems = resource({
  id: 'example-module',
  path: '/example-module',
  parameter: 'id',
  service: ExampleItems,
  read,
  write,
  reply: ExampleItemSchema,
});

export const listExampleItems = exampleItems.list({
  summary: 'All example items',
  query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
});

export const createExampleItem = exampleItems.create({
  summary: 'Create one of the example items',
  reach: 'sites', // only: site
  body: ExampleItemInput,
  errors: [nameTaken],
});

export const getExampleItem = exampleItems.get({ summary: 'One of the example items' });

export const updateExampleItem = exampleItems.update({
  summary: 'Change one of the example items',
  reach: 'sites', // only: site
  body: ExampleItemPatch,
  errors: [nameTaken],
});

export const deleteExampleItem = exampleItems.remove({
  summary: 'Delete one of the example items',
  reach: 'sites', // only: site
});
