import { validationFailed } from '@patchbay/kernel/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };
const Subscriptions = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: 200,
});

const Subscribe = Type.Object(
  {
    type: Type.Literal('subscribe'),
    subscriptions: Subscriptions,
    since: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
const Unsubscribe = Type.Object({ type: Type.Literal('unsubscribe'), subscriptions: Subscriptions }, closed);
const SetFilters = Type.Object(
  {
    type: Type.Literal('set_filters'),
    site_ids: Type.Array(Type.String({ minLength: 36, maxLength: 36 }), { maxItems: 500 }),
  },
  closed,
);
const Ping = Type.Object({ type: Type.Literal('ping') }, closed);

/** Frames of a client (SPEC 6.3.4). */
export const ClientFrame = Type.Union([Subscribe, Unsubscribe, SetFilters, Ping]);
export type ClientFrame = Static<typeof ClientFrame>;

const validate = new Ajv2020({ strict: false }).compile<ClientFrame>(ClientFrame);

export function parseClientFrame(frame: unknown): ClientFrame {
  if (!validate(frame))
    throw validationFailed({
      message: 'Frames are subscribe, unsubscribe, set_filters or ping, with the fields they document.',
    });
  return frame;
}
