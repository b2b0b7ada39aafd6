import { defineEvent } from '@patchbay/kernel/events';
import Type from 'typebox';

/** Told of shared views alone: what people keep for themselves is told nobody. */
const viewEvent = (verb: 'created' | 'updated' | 'deleted', description: string) =>
  defineEvent({
    type: `view.${verb}`,
    title: `Shared view ${verb}`,
    description,
    category: 'view',
    access: { permission: 'view:read' },
    payload: Type.Object({
      view_id: Type.String(),
      name: Type.String(),
      page: Type.String(),
      owner_id: Type.String(),
    }),
  });

export const viewCreated = viewEvent(
  'created',
  'A view was saved as a shared one, or an own one was shared.',
);
export const viewUpdated = viewEvent('updated', 'A shared view was changed.');
export const viewDeleted = viewEvent('deleted', 'A shared view was deleted, or is shared no more.');
