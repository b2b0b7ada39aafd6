import { route } from '@patchbay/kernel/http';
import { AccessAnswer, AccessQuestion } from '../schemas.ts';
import { AccessExplainer } from '../services/access-explainer.ts';

export const explainAccess = route({
  id: 'security.explain_access',
  method: 'POST',
  path: '/security/explain-access',
  summary: 'Explain whether a user or key may use a permission or a route',
  description:
    'Exactly one of `user_id` and `key_id`, and one of `permission` and `route_id`. With `resource_id` also whether the resource is in reach. What a request is refused for beyond that (its body, the state of what it names) is not part of the answer.',
  access: { permission: 'user:read' },
  reach: 'sites',
  body: AccessQuestion,
  reply: AccessAnswer,
  deps: { explainer: AccessExplainer },
  handle: ({ body, principal, deps: { explainer } }) => explainer.explain(principal, body),
});
