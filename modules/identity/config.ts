import { moduleConfig } from '@patchbay/kernel/modules';
import Type, { type Static } from 'typebox';

/** Lifetimes, signing and password rules (SPEC 5.1, 8). */
export const IdentityConfig = Type.Object({
  ACCESS_TOKEN_EXPIRE_MINUTES: Type.Integer({ minimum: 1, maximum: 1_440, default: 30 }),
  REFRESH_TOKEN_EXPIRE_DAYS: Type.Integer({ minimum: 1, maximum: 365, default: 7 }),
  ALGORITHM: Type.Enum(['HS256', 'HS384', 'HS512'], { default: 'HS256' }),
  PASSWORD_MIN_LENGTH: Type.Integer({ minimum: 8, maximum: 128, default: 12 }),
  ALLOW_REGISTRATION: Type.Boolean({
    default: false,
    description: 'whether strangers may make an organization of their own',
  }),
});

export type IdentitySettings = Readonly<Static<typeof IdentityConfig>>;
export const IDENTITY_CONFIG = moduleConfig('identity', IdentityConfig);
