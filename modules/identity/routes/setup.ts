import { conflict } from '@patchbay/kernel/errors';
import { route } from '@patchbay/kernel/http';
import Type from 'typebox';
import { setupDone, setupTokenWrong } from '../errors/accounts.ts';
import { SetupInput, SetupReply } from '../schemas/accounts.ts';
import { Setup } from '../services/people/setup.ts';

export const setupStatus = route({
  id: 'setup.status',
  method: 'GET',
  path: '/setup/status',
  summary: 'Whether the platform still needs its first administrator',
  access: { public: 'no user exists before setup' },
  reply: Type.Object({ required: Type.Boolean() }),
  deps: { setup: Setup },
  handle: async ({ deps }) => ({ required: await deps.setup.isRequired() }),
});

export const initialize = route({
  id: 'setup.initialize',
  method: 'POST',
  path: '/setup/initialize',
  summary: 'Make the first organization and its super administrator',
  description:
    'Works once: afterwards any body is answered 409. In production it needs the token printed at the first start.',
  access: { public: 'no user exists before setup' },
  csrf: false,
  body: SetupInput,
  reply: SetupReply,
  status: 201,
  errors: [setupDone, setupTokenWrong, conflict],
  deps: { setup: Setup },
  before: ({ deps }) => deps.setup.assertRequired(),
  handle: ({ body, deps }) => deps.setup.initialize(body),
});
