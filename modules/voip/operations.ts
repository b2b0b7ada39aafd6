import { readOperation, refersTo } from '@patchbay/kernel/fabric';
import { NullableText } from '@patchbay/kernel/schema';
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
        controller_id: Type.String(),
        controller_name: Type.String(),
        site_id: Type.String(),
        vendor: Type.String(),
      }),
    ),
    total: Type.Integer(),
    unreadable: Type.Array(
      Type.Object({ controller_id: Type.String(), name: Type.String(), reason: Type.String() }),
    ),
  }),
  permission: 'voip.view',
  deps: { phones: PhoneStatus },
  run: async ({ params, principal, deps }) => ({ output: await deps.phones.look(principal, params) }),
});
