import { route } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { accountLocked, tooManyFailures, wrongPassword } from '../errors/accounts.ts';
import { mfaEnabled, mfaNotEnabled, mfaNotSetUp, totpUnavailable, wrongCode } from '../errors/mfa.ts';
import {
  BackupCodesReply,
  MfaCodeInput,
  MfaDisableInput,
  MfaSetupReply,
  MfaStateSchema,
} from '../schemas/mfa.ts';
import { MfaEnrolment } from '../services/mfa/mfa-enrolment.ts';
import { clearCookies } from '../services/sign-in/sign-in-cookies.ts';

const deps = { mfa: MfaEnrolment };

export const getMfa = route({
  id: 'auth.mfa',
  method: 'GET',
  path: '/auth/mfa',
  summary: "The caller's second factors",
  access: oneself,
  reply: MfaStateSchema,
  deps,
  handle: ({ principal, deps: { mfa } }) => mfa.state(principal),
});

export const setupMfa = route({
  id: 'auth.mfa_setup',
  method: 'POST',
  path: '/auth/mfa/setup',
  summary: 'Make a secret for an authenticator app; it waits until it is enabled',
  description: 'Asked again before that, it replaces the secret that waits.',
  access: oneself,
  proof: 'required',
  secretReply: true,
  reply: MfaSetupReply,
  errors: [mfaEnabled, totpUnavailable],
  deps,
  handle: ({ principal, deps: { mfa } }) => mfa.setup(principal),
});

export const enableMfa = route({
  id: 'auth.mfa_enable',
  method: 'POST',
  path: '/auth/mfa/enable',
  summary: 'Enable the authenticator app with a first code; answers backup codes',
  description: 'Ends every session of the caller, this one included.',
  access: oneself,
  proof: 'required',
  secretReply: true,
  body: MfaCodeInput,
  reply: BackupCodesReply,
  errors: [wrongCode, mfaNotSetUp, mfaEnabled, totpUnavailable],
  deps,
  handle: async ({ body, principal, reply, deps: { mfa } }) => {
    const backup_codes = await mfa.enable(principal, body.code);
    clearCookies(reply);
    return { backup_codes };
  },
});

export const disableMfa = route({
  id: 'auth.mfa_disable',
  method: 'POST',
  path: '/auth/mfa/disable',
  summary: 'Disable the authenticator app',
  description: 'Ends every session of the caller, this one included.',
  access: oneself,
  proof: 'given',
  body: MfaDisableInput,
  status: 204,
  errors: [wrongPassword, wrongCode, mfaNotEnabled, accountLocked, tooManyFailures, totpUnavailable],
  deps,
  handle: async ({ body, principal, request, reply, deps: { mfa } }) => {
    await mfa.disable(principal, body, request.ip);
    clearCookies(reply);
  },
});

export const renewBackupCodes = route({
  id: 'auth.renew_backup_codes',
  method: 'POST',
  path: '/auth/mfa/backup-codes',
  summary: 'Make new backup codes; the former ones are void',
  access: oneself,
  proof: 'given',
  secretReply: true,
  body: MfaCodeInput,
  reply: BackupCodesReply,
  errors: [wrongCode, mfaNotEnabled, accountLocked, tooManyFailures, totpUnavailable],
  deps,
  handle: async ({ body, principal, request, deps: { mfa } }) => ({
    backup_codes: await mfa.renewCodes(principal, body.code, request.ip),
  }),
});
