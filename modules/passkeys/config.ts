import { moduleConfig } from '@patchbay/kernel/modules';
import Type, { type Static } from 'typebox';

/** Which site passkeys are made for. Both or neither; in development they follow the platform's own address. */
export const PasskeysConfig = Type.Object({
  PASSKEY_RP_ID: Type.Optional(
    Type.String({ maxLength: 253, description: 'domain that passkeys belong to: example.com' }),
  ),
  PASSKEY_ORIGINS: Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: 20,
    default: [],
    description: 'origins of pages that use them: https://console.example.com',
  }),
});

export type PasskeysSettings = Readonly<Static<typeof PasskeysConfig>>;
export const PASSKEYS_CONFIG = moduleConfig('passkeys', PasskeysConfig);
