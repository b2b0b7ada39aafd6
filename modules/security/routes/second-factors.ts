import { route } from '@patchbay/kernel/http';
import { userTooHigh } from '../errors.ts';
import { MemberFactors } from '../services/member-factors.ts';

export const resetFactors = route({
  id: 'security.reset_factors',
  method: 'POST',
  path: '/security/users/{user_id}/reset-mfa',
  summary: 'Remove every second factor of a user below your own role who lost theirs; ends their sessions',
  access: { permission: 'user:write', unscoped: true },
  proof: 'required',
  status: 204,
  errors: [userTooHigh],
  deps: { factors: MemberFactors },
  handle: ({ params, principal, deps: { factors } }) => factors.reset(principal, params.user_id),
});
