import { readOperation, refersTo } from '@patchbay/kernel/fabric';
import { NullableText } from '@patchbay/kernel/schema';
import { readAtFields, UnreadableReply } from '@patchbay/module-gateway/contract';
import Type from 'typebox';
import { PhoneStatus } from './services/phone-status.ts';

/** SPEC 4.5. */
export const phoneLiveStatus = readOperation({
  id: 'voip.phone.live_status',
  title: 'Live status of phones',
  description: 'The states of phones now, asked of their exchanges; exchanges that do not answer are named.',
  input: Type.Object(
    {
      device_id: Type.Optional(refersTo('device', { description: 'one phone' })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      site_id: Type.Optional(refersTo('site')),
      controller_id: Type.Optional(refersTo('controller')),
      state: Type.Optional(Type.Enum(['idle', 'ringing', 'dialing', 'in_call'])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '50 without it' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        status: Type.String(),
        state: Type.String(),
        calls: Type.Array(
          Type.Object({
            state: Type.String(),
            with_number: NullableText,
            with_name: NullableText,
            since: NullableText,
          }),
        ),
        ...readAtFields,
      }),
    ),
    total: Type.Integer(),
    unreadable: Type.Array(UnreadableReply),
  }),
  permission: 'voip.view',
  deps: { phones: PhoneStatus },
  run: async ({ params, principal, deps }) => ({ output: await deps.phones.look(principal, params) }),
});
