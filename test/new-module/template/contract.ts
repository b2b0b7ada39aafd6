import { defineEvent } from '@patchbay/kernel/events';
import Type from 'typebox';

const exampleItemEvent = (verb: 'created' | 'updated' | 'deleted') =>
  defineEvent({
    type: `example_item.${verb}`,
    title: `Example item ${verb}`,
    description: `One of the example items was ${verb}.`,
    category: 'example_item',
    access: { permission: 'example_item:read' },
    payload: Type.Object({
      example_item_id: Type.String(),
      name: Type.String(),
      site_id: Type.String(), // only: site
    }),
  });

export const exampleItemCreated = exampleItemEvent('created');
export const exampleItemUpdated = exampleItemEvent('updated');
export const exampleItemDeleted = exampleItemEvent('deleted');
