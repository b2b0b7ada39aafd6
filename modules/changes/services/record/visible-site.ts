import { type ErrorDetail, notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal, SiteGuard } from '@patchbay/kernel/permissions';

/** Throws `kernel.not_found` for a site of another organization, outside the caller's grants, or of nothing. */
export async function assertSite(
  guards: Contributions<SiteGuard>,
  principal: Principal,
  site_id: string | null | undefined,
): Promise<void> {
  if (site_id === null || site_id === undefined) return;
  const seen = await Promise.all(guards.values.map((guard) => guard.isVisible(principal, site_id)));
  if (!seen.every(Boolean)) throw notFound();
}

/** A 422 that names its field. */
export const invalidField = (field: string, message: string, type: string) => {
  const detail: ErrorDetail = { field, message, type };
  return validationFailed({ details: [detail] });
};
