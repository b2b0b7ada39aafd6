import { resource, route } from '@patchbay/kernel/http';
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

const templates = resource({
  id: 'webhooks.templates',
  path: '/webhooks/templates',
  parameter: 'template_id',
  service: Templates,
  read: access,
  write: access,
  reply: TemplateReply,
});

export const templateRoutes = [
  templates.create({
    summary: 'Create a template of webhook bodies',
    body: TemplateInput,
    errors: [tooManyTemplates],
  }),
  templates.list({
    summary: 'List templates',
    query: TemplateQuery,
  }),
  templates.get({ summary: 'Get a template' }),
  templates.update({
    summary: 'Change a template',
    body: TemplatePatch,
  }),
  templates.remove({
    summary: 'Delete a template that no webhook uses',
    errors: [templateInUse],
  }),
  route({
    id: 'webhooks.templates.render',
    method: 'POST',
    path: '/webhooks/templates/{template_id}/render',
    unaudited: 'shows what would be sent and sends nothing',
    summary: 'Render a template with an event of the log, or with a payload',
    access,
    body: RenderInput,
    reply: RenderReply,
    errors: [templateUnresolved],
    deps: { preview: TemplatePreview },
    handle: ({ principal, params, body, deps }) => deps.preview.render(principal, params.template_id, body),
  }),
];
