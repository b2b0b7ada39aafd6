import { CsvImportReply, csvImportInput } from '@patchbay/csv-import';
import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
import { quotaExceeded, siteInUse, slugTaken } from '../errors.ts';
import { SiteInput, SitePatch, SiteSchema } from '../schemas.ts';
import { SiteImports } from '../services/site-import/site-imports.ts';
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

export const importSites = route({
  id: 'sites.import',
  method: 'POST',
  path: '/sites/import',
  summary: 'Create and change sites from a CSV file: all of it, or nothing',
  description:
    'Columns `id name slug description timezone address`; another one is an error. A record means the site of its ' +
    '`id`, else of its `slug`, else the one of its `name`; where there is none it is a new site. An empty cell of ' +
    '`description`, `timezone` or `address` takes the value away, any other says nothing. Errors are answered with ' +
    'line and column: 200 in a dry run, else 422 with `rows.<line>.<column>`. People held to sites change theirs and ' +
    'create none.',
  access: write,
  reach: 'sites',
  unaudited:
    'a dry run, and records that change nothing, write nothing; each site that is written has its record',
  body: csvImportInput('name,slug,timezone\nHarbour,harbour,Europe/Berlin\n'),
  reply: CsvImportReply,
  errors: [slugTaken, quotaExceeded],
  deps: { imports: SiteImports },
  handle: ({ principal, body, deps }) => deps.imports.import(principal, body),
});
