import { moduleConfig } from '@patchbay/kernel/modules';
import Type, { type Static } from 'typebox';

export const PluginsConfig = Type.Object({
  /** The pinned publisher key (SPEC 9): 32 bytes of Ed25519 in hex. */
  MARKETPLACE_PUBLISHER_PUBLIC_KEY: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
  /** Takes packages without a signature although a publisher key is pinned. */
  MARKETPLACE_ALLOW_UNSIGNED: Type.Boolean({ default: false }),
});

export type PluginsSettings = Readonly<Static<typeof PluginsConfig>>;
export const PLUGINS_CONFIG = moduleConfig('plugins', PluginsConfig);
