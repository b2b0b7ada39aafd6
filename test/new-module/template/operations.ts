// only: operation
import { readOperation, refersTo } from '@patchbay/kernel/fabric';
import Type from 'typebox';
import { ExampleItemSchema } from './schemas.ts';
import { ExampleItems } from './services/example-items.ts';

export const readExampleItem = readOperation({
  id: 'example-module.read',
  title: 'Read one of the example items',
  description: 'One of the example items as it is now, for the steps that follow.',
  input: Type.Object(
    { example_item_id: refersTo('example_item', { description: 'id of one of the example items' }) },
    { additionalProperties: false },
  ),
  output: ExampleItemSchema,
  permission: 'example_item:read',
  deps: { exampleItems: ExampleItems },
  run: async ({ params, principal, deps }) => ({
    output: await deps.exampleItems.get(principal, params.example_item_id),
  }),
});
