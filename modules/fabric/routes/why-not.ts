import { notFound, validationFailed } from '@patchbay/kernel/errors';
import { route } from '@patchbay/kernel/http';
import { EVENT_EXPLAINERS } from '../contract.ts';
import { ExplanationReply, WhyNotQuery } from '../schemas/runs.ts';
import { WHY_NOT } from '../tokens.ts';

export const whyNotRoutes = [
  route({
    id: 'fabric.why-not',
    method: 'GET',
    path: '/fabric/why-not',
    summary: 'Why an event led to no run of a Connection, or of a rule',
    access: { role: 'viewer' },
    query: WhyNotQuery,
    reply: ExplanationReply,
    deps: { whyNot: WHY_NOT, explainers: EVENT_EXPLAINERS.all },
    handle({ principal, query: { event_id, connection_id, rule_id }, deps }) {
      if (connection_id !== undefined && rule_id === undefined)
        return deps.whyNot.explain(principal, event_id, connection_id);
      if (rule_id === undefined || connection_id !== undefined) throw eitherOr();
      const explainer = deps.explainers.values.find(({ target }) => target === 'rule');
      if (explainer === undefined) throw notFound();
      return explainer.explain(principal, event_id, rule_id);
    },
  }),
];

const eitherOr = () =>
  validationFailed({
    details: [{ field: 'connection_id', message: 'give either connection_id or rule_id', type: 'required' }],
  });
