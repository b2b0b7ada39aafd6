import { defineEvent } from '@patchbay/kernel/events';
import Type from 'typebox';

const access = { permission: 'audit:read' } as const;

/** Five failed guesses in a row closed a sign-in, a second step or the change of a password (SPEC 5.12). */
export const securityAccountLocked = defineEvent({
  type: 'security.account.locked',
  title: 'Account locked',
  description: 'Failed attempts locked an account for a while.',
  category: 'security',
  priority: 'high',
  access,
  payload: Type.Object({ user_id: Type.String(), locked_until: Type.String() }),
});

/** Twenty failed guesses at one user within five minutes, by whatever name and at whatever step (SPEC 5.12). */
export const securityStuffingDetected = defineEvent({
  type: 'security.stuffing.detected',
  title: 'Credential stuffing detected',
  description: 'Many attempts against one user failed within a few minutes.',
  category: 'security',
  priority: 'critical',
  access,
  payload: Type.Object({
    user_id: Type.String(),
    failures: Type.Integer(),
    window_seconds: Type.Integer(),
  }),
});
