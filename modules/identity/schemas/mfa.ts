import Type from 'typebox';

export const Code = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'six digits of the authenticator app, or a backup code; spaces and case do not matter',
});

export const SecondStepInput = Type.Object({
  mfa_token: Type.String({ minLength: 1, maxLength: 4_096 }),
  code: Code,
});

export const MfaStateSchema = Type.Object({
  enabled: Type.Boolean(),
  methods: Type.Array(Type.String({ description: 'totp, backup_code, passkey' })),
  backup_codes_left: Type.Integer({ minimum: 0 }),
});

export const MfaSetupReply = Type.Object({
  secret: Type.String({ description: 'Base32, for typing in' }),
  otpauth_url: Type.String(),
  qr_svg: Type.String({ description: 'the address as a QR code' }),
});

export const MfaCodeInput = Type.Object({ code: Code });

export const MfaDisableInput = Type.Object({
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_024,
      description: 'absent only for accounts without a password',
    }),
  ),
  code: Code,
});

export const BackupCodesReply = Type.Object({
  backup_codes: Type.Array(Type.String(), { description: 'shown once; each works once' }),
});
