import { preconditionFailed } from '@patchbay/kernel/errors';
import { resource } from '@patchbay/kernel/http';
import { tooManyViews } from './errors.ts';
import { ViewInput, ViewPatch, ViewQuery, ViewSchema } from './schemas.ts';
import { Views } from './services/views.ts';

const BODY_LIMIT_BYTES = 524_288;

const views = resource({
  id: 'views',
  path: '/views',
  parameter: 'view_id',
  service: Views,
  read: { permission: 'view:read' },
  write: { permission: 'view:write' },
  reply: ViewSchema,
});

export const listViews = views.list({
  summary: 'Saved views: own ones, and those that others share',
  query: ViewQuery,
});

export const createView = views.create({
  summary: 'Save how one looks at a list',
  description:
    'At most 100 for each user. `is_shared` needs `view:share`, and is refused to people held to sites: they keep ' +
    'private views. The views of a user go with the user.',
  reach: 'own',
  body: ViewInput,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  errors: [tooManyViews],
});

export const getView = views.get({ summary: 'One saved view' });

export const updateView = views.update({
  summary: 'Change a saved view',
  description:
    'An own one; that of another only while it is shared, with `view:admin`. A view that is shared afterwards needs ' +
    '`view:share`. People held to sites change no shared ones.',
  reach: 'own',
  body: ViewPatch,
  bodyLimitBytes: BODY_LIMIT_BYTES,
});

export const deleteView = views.remove({
  summary: 'Delete a saved view',
  description: 'An own one; that of another only while it is shared, with `view:admin`.',
  reach: 'own',
  errors: [preconditionFailed],
});
