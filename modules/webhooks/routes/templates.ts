import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { templateInUse, templateUnresolved, tooManyTemplates } from '../errors.ts';
import { webhookWrite } from '../permissions.ts';
import {
  RenderInput,
  RenderReply,
  TemplateInput,
  TemplatePatch,
  TemplateQuery,
  TemplateReply,
} from '../schemas/webhooks.ts';
import { TemplatePreview } from '../services/templates/template-preview.ts';
import { Templates } from '../services/templates/templates.ts';

const access = { permission: webhookWrite.id };
const deps = { templates: Templates };

export const templateRoutes = [
  route({
    id: 'webhooks.templates.create',
    method: 'POST',
    path: '/webhooks/templates',
    summary: 'Create a template of what webhooks send',
    access,
    body: TemplateInput,
    status: 201,
    reply: TemplateReply,
    errors: [tooManyTemplates],
    deps,
    handle: ({ principal, body, deps }) => deps.templates.create(principal, body),
  }),
  route({
    id: 'webhooks.templates.list',
    method: 'GET',
    path: '/webhooks/templates',
    summary: 'List templates',
    access,
    query: TemplateQuery,
    reply: pageSchema(TemplateReply),
    deps,
    handle: ({ principal, query, deps }) => deps.templates.list(principal, query),
  }),
  route({
    id: 'webhooks.templates.get',
    method: 'GET',
    path: '/webhooks/templates/{template_id}',
    summary: 'Get a template',
    access,
    reply: TemplateReply,
    deps,
    handle: ({ principal, params, deps }) => deps.templates.get(principal, params.template_id),
  }),
  route({
    id: 'webhooks.templates.update',
    method: 'PATCH',
    path: '/webhooks/templates/{template_id}',
    summary: 'Change a template',
    access,
    body: TemplatePatch,
    reply: TemplateReply,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.templates.update(principal, params.template_id, body, request.if_match),
  }),
  route({
    id: 'webhooks.templates.delete',
    method: 'DELETE',
    path: '/webhooks/templates/{template_id}',
    summary: 'Delete a template that no webhook uses',
    access,
    status: 204,
    errors: [templateInUse],
    deps,
    handle: ({ principal, params, deps }) => deps.templates.remove(principal, params.template_id),
  }),
  route({
    id: 'webhooks.templates.render',
    method: 'POST',
    path: '/webhooks/templates/{template_id}/render',
    unaudited: 'shows what would be sent and sends nothing',
    summary: 'Show what a template makes of an event of the log, or of a payload',
    access,
    body: RenderInput,
    reply: RenderReply,
    errors: [templateUnresolved],
    deps: { preview: TemplatePreview },
    handle: ({ principal, params, body, deps }) => deps.preview.render(principal, params.template_id, body),
  }),
];
