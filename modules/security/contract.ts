import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

const access = { permission: 'audit:read' } as const;

export const accountUnlocked = defineEvent({
  type: 'security.account.unlocked',
  title: 'Account unlocked',
  description: 'An administrator let a user try again whom failed guesses had locked out.',
  category: 'security',
  access,
  payload: Type.Object({ user_id: Type.String(), username: Type.String() }),
});

export const sessionsEnded = defineEvent({
  type: 'security.sessions.ended',
  title: 'Sessions ended',
  description: 'An administrator ended one session of a user, or, without `session_id`, all of them.',
  category: 'security',
  access,
  payload: Type.Object({
    user_id: Type.String(),
    username: Type.String(),
    session_id: NullableText,
  }),
});

export const factorsReset = defineEvent({
  type: 'security.mfa.reset',
  title: 'Second factors reset',
  description: 'An administrator removed the second factors of a user who had lost them.',
  category: 'security',
  access,
  payload: Type.Object({ user_id: Type.String(), username: Type.String() }),
});
