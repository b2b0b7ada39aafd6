import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource } from '@patchbay/kernel/http';
import { quotaExceeded, siteInUse, slugTaken } from '../errors.ts';
import { SiteInput, SitePatch, SiteSchema } from '../schemas.ts';
import { Sites } from '../services/sites.ts';

const read = { permission: 'site:read' } as const;
const write = { permission: 'site:write' } as const;

const sites = resource({
  id: 'sites',
  path: '/sites',
  parameter: 'site_id',
  service: Sites,
  read,
  write,
  reply: SiteSchema,
});

export const listSites = sites.list({
  summary: 'Sites the caller may see, with how many devices each has',
  query: pageQuerySchema({ sort: ['name', 'slug', 'created_at', 'updated_at'], most: 100 }),
});

export const createSite = sites.create({
  summary: 'Create a site',
  description: 'Without a slug one is derived from the name, with a suffix if it is taken.',
  body: SiteInput,
  errors: [slugTaken, quotaExceeded],
});

export const getSite = sites.get({ summary: 'One site' });

export const updateSite = sites.update({
  summary: 'Change a site',
  reach: 'sites',
  body: SitePatch,
  errors: [slugTaken],
});

export const deleteSite = sites.remove({
  summary: 'Delete a site that holds no equipment',
  reach: 'sites',
  errors: [siteInUse],
});
