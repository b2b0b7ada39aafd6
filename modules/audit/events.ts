import { defineEvent } from '@patchbay/kernel/events';
import Type from 'typebox';

export const chainBroken = defineEvent({
  type: 'audit.chain.broken',
  title: 'Audit chain broken',
  description:
    'The audit record was altered, or does not reach its checkpoint; published once per problem found first.',
  category: 'audit',
  priority: 'critical',
  access: { permission: 'audit:read' },
  payload: Type.Object({
    kind: Type.String({ description: 'edited, missing, duplicated, forked or truncated' }),
    sequence: Type.Integer(),
    problems: Type.Integer({ description: 'how many were found; counting ends at 100' }),
  }),
});
