import { readOperation } from '@patchbay/kernel/fabric';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { WebhookHeaders } from '../services/sinks/webhook-headers.ts';
import { WebhookSender } from '../services/sinks/webhook-sender.ts';

export const webhookOperation = readOperation({
  id: 'fabric.webhook',
  title: 'Webhook',
  description:
    'Sends a signed request to a public destination; a repeated one bears the same X-Fabric-Delivery.',
  input: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 8_192 }),
      method: Type.Optional(Type.Enum(['POST', 'PUT', 'PATCH', 'GET'])),
      payload: Type.Optional(Type.Unknown()),
      headers: Type.Optional(WebhookHeaders),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    status: Type.Integer(),
    content_type: NullableText,
    body: Type.Unknown(),
    truncated: Type.Boolean(),
  }),
  permission: null,
  deps: { sender: WebhookSender },
  run: async ({ params, deps, signal, effect_id, trigger }) => ({
    output: await deps.sender.send({ ...params, payload: params.payload ?? trigger }, { effect_id, signal }),
  }),
});
