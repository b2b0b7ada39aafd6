import { pageSchema } from '@patchbay/kernel/database';
import { invalidRequest } from '@patchbay/kernel/errors';
import { route } from '@patchbay/kernel/http';
import type { TSchema } from 'typebox';
import {
  installRunning,
  notQuarantined,
  packageRefused,
  tooManyPlugins,
  versionInstalled,
  versionOlder,
} from './errors.ts';
import {
  EnabledInput,
  InstallQuery,
  PluginId,
  PluginListQuery,
  PluginLogLineSchema,
  PluginLogQuery,
  PluginPreviewSchema,
  PluginReplySchema,
  PluginSummarySchema,
} from './schemas.ts';
import { Installer } from './services/packages/installer.ts';
import { PluginRecords } from './services/packages/plugin-records.ts';

/** DECISIONS 39. */
const MAX_PACKAGE_BYTES = 50 * 1024 * 1024;

const params = { plugin_id: PluginId };
const deps = { records: PluginRecords };
const administrator = { role: 'org_admin' } as const;
const platformOwner = { role: 'super_admin' } as const;

export const routes = [
  route({
    id: 'plugins.list',
    method: 'GET',
    path: '/plugins',
    summary: 'List installed plugins',
    access: administrator,
    query: PluginListQuery,
    reply: pageSchema(PluginSummarySchema),
    deps,
    handle: ({ principal, query, deps }) => deps.records.list(principal, query),
  }),
  route({
    id: 'plugins.install',
    method: 'POST',
    path: '/plugins',
    summary: 'Install or upgrade a plugin from its package',
    description:
      "The body is the ZIP. Installing consents to the permissions in its manifest; `dry_run=true` shows them and installs nothing. A first install enables the plugin for the caller's organization.",
    access: platformOwner,
    query: InstallQuery,
    bodyKind: 'binary',
    bodyTypes: ['application/zip'],
    bodyLimitBytes: MAX_PACKAGE_BYTES,
    // Typed loosely, since a dry run answers the preview.
    reply: PluginReplySchema as TSchema,
    status: 201,
    replies: { 200: PluginPreviewSchema },
    errors: [packageRefused, versionInstalled, versionOlder, installRunning, tooManyPlugins],
    deps: { installer: Installer },
    handle: ({ principal, query, body, reply, deps }) => {
      if (!Buffer.isBuffer(body)) throw invalidRequest();
      if (!query.dry_run) return deps.installer.install(principal, body);
      reply.status(200);
      return deps.installer.preview(body);
    },
  }),
  route({
    id: 'plugins.get',
    method: 'GET',
    path: '/plugins/{plugin_id}',
    summary: 'Get a plugin with its manifest',
    access: administrator,
    params,
    reply: PluginReplySchema,
    deps,
    handle: ({ principal, params, deps }) => deps.records.get(principal, params.plugin_id),
  }),
  route({
    id: 'plugins.delete',
    method: 'DELETE',
    path: '/plugins/{plugin_id}',
    summary: 'Remove a plugin everywhere, with all it kept',
    access: platformOwner,
    params,
    status: 204,
    deps,
    handle: ({ principal, params, deps }) => deps.records.remove(principal, params.plugin_id),
  }),
  route({
    id: 'plugins.release',
    method: 'POST',
    path: '/plugins/{plugin_id}/release',
    summary: 'Let a plugin out of quarantine',
    access: platformOwner,
    params,
    reply: PluginReplySchema,
    errors: [notQuarantined],
    deps,
    handle: ({ principal, params, deps }) => deps.records.release(principal, params.plugin_id),
  }),
  route({
    id: 'plugins.set_enabled',
    method: 'PUT',
    path: '/plugins/{plugin_id}/enabled',
    summary: "Switch a plugin on or off for the caller's organization",
    access: administrator,
    params,
    body: EnabledInput,
    reply: PluginReplySchema,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.records.setEnabled(principal, params.plugin_id, body.enabled, request.if_match),
  }),
  route({
    id: 'plugins.logs',
    method: 'GET',
    path: '/plugins/{plugin_id}/logs',
    summary: "List the log lines of a plugin for the caller's organization, newest first",
    access: administrator,
    params,
    query: PluginLogQuery,
    reply: pageSchema(PluginLogLineSchema),
    deps,
    handle: ({ principal, params, query, deps }) => deps.records.logs(principal, params.plugin_id, query),
  }),
];
