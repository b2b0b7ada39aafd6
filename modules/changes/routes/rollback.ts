import { type AnyRoute, route } from '@patchbay/kernel/http';
import { adapterErrors } from '@patchbay/vendor-kit';
import Type from 'typebox';
import { AttemptSchema, CHANGES, ChangeSchema } from '../contract.ts';
import {
  cannotUnset,
  confirmationOver,
  confirmationRunning,
  featureUnavailable,
  gateClosed,
  noInverse,
  notApplied,
  notAwaiting,
  nothingToUndo,
  notVerified,
  ownedByOrchestration,
  secretsNotKept,
  tooManyPending,
} from '../errors/index.ts';

/** The change's own feature names the permission: not found comes before forbidden. */
const byFeature = { authenticated: true } as const;
const deps = { changes: CHANGES };

export const rollbackRoutes: readonly AnyRoute[] = [
  route({
    id: 'changes.confirm',
    method: 'POST',
    path: '/changes/{id}/confirm',
    summary: 'Let an applied write stand that would be taken back otherwise',
    access: byFeature,
    reply: Type.Object({ change: ChangeSchema, attempt: AttemptSchema }),
    errors: [
      notAwaiting,
      confirmationOver,
      confirmationRunning,
      featureUnavailable,
      gateClosed,
      notVerified,
      ...Object.values(adapterErrors),
    ],
    deps,
    handle: ({ principal, params, deps }) => deps.changes.confirm(principal, params.id),
  }),
  route({
    id: 'changes.undo',
    method: 'POST',
    path: '/changes/{id}/undo',
    summary: 'Stage the write that undoes an applied one; it is reviewed and applied like any other',
    access: byFeature,
    reply: ChangeSchema,
    status: 201,
    errors: [
      notApplied,
      noInverse,
      nothingToUndo,
      secretsNotKept,
      cannotUnset,
      featureUnavailable,
      ownedByOrchestration,
      tooManyPending,
    ],
    deps,
    handle: ({ principal, params, deps }) => deps.changes.undo(principal, params.id),
  }),
];
