import { readOperation } from '@patchbay/kernel/fabric';
import Type from 'typebox';
import { Notifier, notifyInput } from '../services/sinks/notifier.ts';

/** Which channels there are, the modules say that are switched on. */
const AnyChannels = Type.Record(Type.String(), Type.Object({}, { additionalProperties: true }), {
  minProperties: 1,
  maxProperties: 10,
});

export const notifyOperation = readOperation({
  id: 'fabric.notify',
  title: 'Notify',
  description: 'Notifies people through the given channels: email, chat, in_app, webhook.',
  input: notifyInput(AnyChannels),
  inputNow: ({ notifier }) => notifier.input(),
  output: Type.Object({
    notice_id: Type.String(),
    delivered: Type.Array(Type.String()),
    pending: Type.Array(Type.String()),
  }),
  permission: null,
  deps: { notifier: Notifier },
  run: async ({ params, principal, deps, signal, effect_id, causation }) => ({
    output: await deps.notifier.notify(params, { principal, signal, effect_id, causation }),
  }),
});
