import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { AUDIT_TRAIL } from './contract.ts';
import { ChainSchema, EntryQuery, EntrySchema } from './schemas.ts';
import { ChainWatch } from './services/chain-watch.ts';

const access = { permission: 'audit:read' } as const;

export const listEntries = route({
  id: 'audit.list',
  method: 'GET',
  path: '/audit',
  summary: 'List the audit records of the organization, newest first',
  access,
  query: EntryQuery,
  reply: pageSchema(EntrySchema),
  deps: { trail: AUDIT_TRAIL },
  handle: ({ query, principal, deps }) => deps.trail.list(principal, query),
});

export const validateChain = route({
  id: 'audit.validate',
  method: 'GET',
  path: '/audit/validate',
  summary: "Seal waiting records and check the organization's whole hash chain",
  access,
  reply: ChainSchema,
  deps: { watch: ChainWatch },
  handle: async ({ principal, deps }) => {
    const { valid, sealed, unsealed, problems } = await deps.watch.validate(principal.organization_id);
    return { valid, sealed, unsealed, problems: [...problems], first_problem: problems[0] ?? null };
  },
});
