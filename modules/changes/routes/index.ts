import type { AnyRoute } from '@patchbay/kernel/http';
import { approvalRoutes } from './approvals.ts';
import { changeSetRoutes } from './change-sets.ts';
import { changeRoutes } from './changes.ts';
import { commentRoute } from './comments.ts';
import { freezeRoutes } from './freezes.ts';
import { rollbackRoutes } from './rollback.ts';

export const routes: readonly AnyRoute[] = [
  ...changeRoutes,
  ...rollbackRoutes,
  commentRoute,
  ...approvalRoutes,
  ...freezeRoutes,
  ...changeSetRoutes,
];
