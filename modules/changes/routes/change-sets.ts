import { pageSchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
import { CHANGE_SETS } from '../contract/change-sets.ts';
import { forceRequired, notPending } from '../errors/index.ts';
import { inAnotherSet, setNotOpen, tooManySets } from '../errors/reviews.ts';
import {
  ApplySetBody,
  ChangeSetInput,
  ChangeSetListItem,
  ChangeSetListQuery,
  ChangeSetSchema,
} from '../schemas/change-sets.ts';

const readers = { permission: 'controller:read' } as const;
/** The changes' own features name the permissions; not found comes before forbidden. */
const byFeatures = { authenticated: true } as const;
const deps = { sets: CHANGE_SETS };

const sets = resource({
  id: 'changes.sets',
  path: '/change-sets',
  parameter: 'set_id',
  service: CHANGE_SETS,
  read: readers,
  write: byFeatures,
  reply: ChangeSetSchema,
});

export const changeSetRoutes = [
  route({
    id: 'changes.sets.list',
    method: 'GET',
    path: '/change-sets',
    summary: 'List change sets, newest first',
    access: readers,
    query: ChangeSetListQuery,
    reply: pageSchema(ChangeSetListItem),
    deps,
    handle: ({ principal, query, deps }) => deps.sets.list(principal, query),
  }),
  sets.create({
    summary: 'Put pending changes in an order; nothing happens until the set is applied',
    body: ChangeSetInput,
    errors: [notPending, inAnotherSet, tooManySets],
  }),
  sets.get({ summary: 'Get a change set with the outcome of every change' }),
  route({
    id: 'changes.sets.apply',
    method: 'POST',
    path: '/change-sets/{set_id}/apply',
    summary: 'Apply a draft in its order, now or at its `apply_at`; `force` must be true',
    access: byFeatures,
    body: ApplySetBody,
    status: 202,
    reply: ChangeSetSchema,
    errors: [forceRequired, setNotOpen],
    deps,
    handle: ({ principal, params, body, deps }) => deps.sets.apply(principal, params.set_id, body.force),
  }),
  sets.act('continue', {
    summary: 'Go on after the canaries of a paused set',
    status: 202,
    errors: [setNotOpen],
  }),
  sets.act('cancel', {
    summary: 'Cancel a set; changes not sent yet stay pending',
    errors: [setNotOpen],
  }),
];
