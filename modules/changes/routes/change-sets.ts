import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
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
  route({
    id: 'changes.sets.create',
    method: 'POST',
    path: '/change-sets',
    summary: 'Put pending changes in an order; nothing happens until the set is applied',
    access: byFeatures,
    body: ChangeSetInput,
    status: 201,
    reply: ChangeSetSchema,
    errors: [notPending, inAnotherSet, tooManySets],
    deps,
    handle: ({ principal, body, deps }) => deps.sets.create(principal, body),
  }),
  route({
    id: 'changes.sets.get',
    method: 'GET',
    path: '/change-sets/{set_id}',
    summary: 'Get a change set with the outcome of every change',
    access: readers,
    reply: ChangeSetSchema,
    deps,
    handle: ({ principal, params, deps }) => deps.sets.get(principal, params.set_id),
  }),
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
  route({
    id: 'changes.sets.continue',
    method: 'POST',
    path: '/change-sets/{set_id}/continue',
    summary: 'Go on after the canaries of a paused set',
    access: byFeatures,
    status: 202,
    reply: ChangeSetSchema,
    errors: [setNotOpen],
    deps,
    handle: ({ principal, params, deps }) => deps.sets.continue(principal, params.set_id),
  }),
  route({
    id: 'changes.sets.cancel',
    method: 'POST',
    path: '/change-sets/{set_id}/cancel',
    summary: 'Cancel a set; what was not sent yet stays pending',
    access: byFeatures,
    reply: ChangeSetSchema,
    errors: [setNotOpen],
    deps,
    handle: ({ principal, params, deps }) => deps.sets.cancel(principal, params.set_id),
  }),
];
