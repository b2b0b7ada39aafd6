import { readOperation } from '@patchbay/kernel/fabric';
import Type from 'typebox';
import { NOTIFIER } from '../tokens.ts';

export const notifyOperation = readOperation({
  id: 'fabric.notify',
  title: 'Notify',
  description: 'Tells people through the channels given: email, chat, in_app, webhook.',
  input: Type.Object(
    {
      channels: Type.Record(Type.String(), Type.Object({}, { additionalProperties: true }), {
        minProperties: 1,
        maxProperties: 10,
      }),
      title: Type.Optional(Type.String()),
      body: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    notice_id: Type.String(),
    delivered: Type.Array(Type.String()),
    pending: Type.Array(Type.String()),
  }),
  permission: null,
  deps: { notifier: NOTIFIER },
  run: async ({ params, principal, deps, signal, effect_id, causation }) => ({
    output: await deps.notifier.notify(params, { principal, signal, effect_id, causation }),
  }),
});
