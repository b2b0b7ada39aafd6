import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { tooManyFreezes } from '../errors/reviews.ts';
import { FreezeInput, FreezeListQuery, FreezePatch, FreezeSchema } from '../schemas/freezes.ts';
import { FREEZES } from '../tokens.ts';

const access = { role: 'org_admin', unscoped: true } as const;
const deps = { freezes: FREEZES };

export const freezeRoutes = [
  route({
    id: 'changes.freezes.list',
    method: 'GET',
    path: '/changes/freezes',
    summary: 'List the times in which nothing is applied',
    access,
    query: FreezeListQuery,
    reply: pageSchema(FreezeSchema),
    deps,
    handle: ({ principal, query, deps }) => deps.freezes.list(principal, query),
  }),
  route({
    id: 'changes.freezes.create',
    method: 'POST',
    path: '/changes/freezes',
    summary: 'Freeze changes of a site or of the organization for a time, once or recurring',
    access,
    reach: 'sites',
    body: FreezeInput,
    status: 201,
    reply: FreezeSchema,
    errors: [tooManyFreezes],
    deps,
    handle: ({ principal, body, deps }) => deps.freezes.create(principal, body),
  }),
  route({
    id: 'changes.freezes.get',
    method: 'GET',
    path: '/changes/freezes/{freeze_id}',
    summary: 'Get a freeze',
    access,
    reply: FreezeSchema,
    deps,
    handle: ({ principal, params, deps }) => deps.freezes.get(principal, params.freeze_id),
  }),
  route({
    id: 'changes.freezes.update',
    method: 'PATCH',
    path: '/changes/freezes/{freeze_id}',
    summary: 'Change a freeze',
    access,
    reach: 'sites',
    body: FreezePatch,
    reply: FreezeSchema,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.freezes.update(principal, params.freeze_id, body, request.if_match),
  }),
  route({
    id: 'changes.freezes.delete',
    method: 'DELETE',
    path: '/changes/freezes/{freeze_id}',
    summary: 'End a freeze for good',
    access,
    reach: 'sites',
    status: 204,
    deps,
    handle: ({ principal, params, request, deps }) =>
      deps.freezes.remove(principal, params.freeze_id, request.if_match),
  }),
];
