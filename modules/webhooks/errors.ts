import { defineError } from '@patchbay/kernel/errors';

export const tooManyWebhooks = defineError({
  id: 'webhooks.too_many',
  kind: 'conflict',
  message: 'An organization holds at most 100 webhooks.',
});
export const tooManyTemplates = defineError({
  id: 'webhooks.too_many_templates',
  kind: 'conflict',
  message: 'An organization holds at most 200 webhook templates.',
});
export const templateInUse = defineError({
  id: 'webhooks.template_in_use',
  kind: 'conflict',
  message: 'A webhook uses this template; give that one another first.',
});
export const templateUnresolved = defineError({
  id: 'webhooks.template_unresolved',
  kind: 'unprocessable',
  type: 'TEMPLATE_UNRESOLVED',
  message: 'A name in the template does not resolve.',
});
export const rotationUnderWay = defineError({
  id: 'webhooks.rotation_under_way',
  kind: 'conflict',
  message: 'The former secret is still valid; wait for its end, or rotate with an overlap of 0.',
});
export const webhookNotEnabled = defineError({
  id: 'webhooks.not_enabled',
  kind: 'conflict',
  message: 'The webhook is not enabled; enable it before a replay.',
});
export const tooManyWaiting = defineError({
  id: 'webhooks.too_many_waiting',
  kind: 'rate_limited',
  message: 'Too many deliveries requested by hand are still waiting for this webhook.',
});
