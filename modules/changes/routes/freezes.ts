import { resource } from '@patchbay/kernel/http';
import { tooManyFreezes } from '../errors/reviews.ts';
import { FreezeInput, FreezeListQuery, FreezePatch, FreezeSchema } from '../schemas/freezes.ts';
import { Freezes } from '../services/freezes/freezes.ts';

const access = { role: 'org_admin', unscoped: true } as const;

const freezes = resource({
  id: 'changes.freezes',
  path: '/changes/freezes',
  parameter: 'freeze_id',
  service: Freezes,
  read: access,
  write: access,
  reply: FreezeSchema,
});

export const freezeRoutes = [
  freezes.list({
    summary: 'List the times in which nothing is applied',
    query: FreezeListQuery,
  }),
  freezes.create({
    summary: 'Freeze changes of a site or of the organization for a time, once or recurring',
    reach: 'sites',
    body: FreezeInput,
    errors: [tooManyFreezes],
  }),
  freezes.get({ summary: 'Get a freeze' }),
  freezes.update({
    summary: 'Change a freeze',
    reach: 'sites',
    body: FreezePatch,
  }),
  freezes.remove({
    summary: 'End a freeze for good',
    reach: 'sites',
  }),
];
