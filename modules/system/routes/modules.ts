import { type PageQuery, pageOf, pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { conflict } from '@patchbay/kernel/errors';
import { route } from '@patchbay/kernel/http';
import { MODULE_REGISTRY, type ModuleView } from '@patchbay/kernel/modules';
import Type from 'typebox';
import { moduleSwitched } from '../events.ts';

const ModuleSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  status: Type.String({ description: 'available, beta or disabled' }),
  enabled: Type.Boolean(),
  critical: Type.Boolean(),
  prefixes: Type.Array(Type.String()),
  health: Type.Enum(['healthy', 'degraded']),
  required_by: Type.Array(Type.String()),
});

const deps = { modules: MODULE_REGISTRY };
const superAdmin = { role: 'super_admin' } as const;

function paged(all: readonly ModuleView[], query: PageQuery) {
  const text = query.search?.toLowerCase() ?? '';
  const found = all.filter(({ id, title }) => `${id}\n${title}`.toLowerCase().includes(text));
  const sort = query.sort ?? 'id';
  const field = sort.replace(/^-/, '') === 'title' ? 'title' : 'id';
  const sign = sort.startsWith('-') ? -1 : 1;
  const ordered = found.toSorted((a, b) => sign * (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0));
  const start = (query.page - 1) * query.per_page;
  return pageOf(ordered.slice(start, start + query.per_page), found.length, query);
}

export const listModules = route({
  id: 'modules.list',
  method: 'GET',
  path: '/modules',
  summary: 'Modules of this platform and whether they are on',
  access: superAdmin,
  query: pageQuerySchema({ sort: ['id', 'title'] }),
  reply: pageSchema(ModuleSchema),
  deps,
  handle: ({ query, deps: { modules } }) => paged(modules.list(), query),
});

export const updateModule = route({
  id: 'modules.update',
  method: 'PATCH',
  path: '/modules/{module_id}',
  summary: 'Switch a module on or off, in every process at once',
  access: superAdmin,
  params: { module_id: Type.String({ maxLength: 64, pattern: '^[a-z0-9-]+$' }) },
  body: Type.Object({ enabled: Type.Boolean() }),
  reply: ModuleSchema,
  errors: [conflict],
  deps,
  handle: ({ params, body, principal, deps: { modules } }) =>
    modules.setEnabled(principal, params.module_id, body.enabled, (work) =>
      work.events.publish(moduleSwitched, {
        module_id: params.module_id,
        enabled: body.enabled,
        actor_id: principal.user_id,
      }),
    ),
});
