import { readOperation, refersTo } from '@patchbay/kernel/fabric';
import { NullableText } from '@patchbay/kernel/schema';
import { LIVE_CONTROLLERS, readAtFields, UnreadableReply } from '@patchbay/module-gateway/contract';
import Type from 'typebox';
import { listClients } from './services/list-clients.ts';

/** SPEC 4.5. Read from the controllers on request: the clients of a network change by the minute. */
export const clientList = readOperation({
  id: 'network.client.list',
  title: 'List network clients',
  description:
    'The clients on the networks now, as controllers report them; controllers that do not answer are named.',
  input: Type.Object(
    {
      search: Type.Optional(Type.String({ maxLength: 200 })),
      site_id: Type.Optional(refersTo('site')),
      controller_id: Type.Optional(refersTo('controller')),
      status: Type.Optional(Type.Enum(['online', 'offline'])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 without it' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        mac: Type.String(),
        ip: NullableText,
        status: Type.String(),
        ...readAtFields,
      }),
    ),
    total: Type.Integer(),
    unreadable: Type.Array(UnreadableReply),
  }),
  permission: 'network.view',
  deps: { live: LIVE_CONTROLLERS },
  run: async ({ params, principal, deps }) => ({ output: await listClients(deps.live, principal, params) }),
});
