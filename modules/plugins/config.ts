import { moduleConfig } from '@patchbay/kernel/modules';
import Type, { type Static } from 'typebox';

/** The pinned publisher key (SPEC 9): 32 bytes of Ed25519 in hex. */
export const PluginsConfig = Type.Object({
  MARKETPLACE_PUBLISHER_PUBLIC_KEY: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' })),
});

export type PluginsSettings = Readonly<Static<typeof PluginsConfig>>;
export const PLUGINS_CONFIG = moduleConfig('plugins', PluginsConfig);
