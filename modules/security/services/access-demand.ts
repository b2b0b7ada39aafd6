import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { CatalogedRoute, RouteCatalog } from '@patchbay/kernel/modules';
import type { Access } from '@patchbay/kernel/permissions';
import type { AccessQuestion } from '../schemas.ts';

/** Demand on a subject: a permission by itself, or a route's declaration. */
export interface AccessDemand {
  readonly access: Access;
  readonly permission: string | null;
  readonly mounted: CatalogedRoute | null;
}

const problem = (field: string, message: string, type: string): ErrorDetail => ({ field, message, type });

function oneOf(
  question: AccessQuestion,
  one: keyof AccessQuestion,
  other: keyof AccessQuestion,
): readonly ErrorDetail[] {
  const given = [one, other].filter((name) => question[name] !== undefined);
  if (given.length === 1) return [];
  return given.length === 0
    ? [problem(one, `Either ${one} or ${other} is required.`, 'required')]
    : [problem(other, `Give ${one} or ${other}, not both.`, 'exclusive')];
}

/** Throws 422 unless the question names one subject and one demand, and for a route there is none of. */
export function demandOf(question: AccessQuestion, routes: RouteCatalog): AccessDemand {
  const details = [...oneOf(question, 'user_id', 'key_id'), ...oneOf(question, 'permission', 'route_id')];
  if (details.length > 0) throw validationFailed({ details });
  const { permission, route_id } = question;
  if (permission !== undefined) return { access: { permission }, permission, mounted: null };
  const mounted = routes.find(String(route_id));
  if (mounted === undefined)
    throw validationFailed({ details: [problem('route_id', 'There is no such route.', 'unknown_route')] });
  return { access: mounted.route.access as Access, permission: null, mounted };
}
