import { moduleConfig } from '@patchbay/kernel/modules';
import Type, { type Static } from 'typebox';

/** `ADAPTER_READ_ONLY` of the environment, and the default that `config/` ships beside it. */
export const SystemConfig = Type.Object({
  ADAPTER_READ_ONLY: Type.Optional(Type.Boolean()),
  ADAPTER_READ_ONLY_DEFAULT: Type.Optional(Type.Boolean()),
});

export type SystemSettings = Readonly<Static<typeof SystemConfig>>;
export const SYSTEM_CONFIG = moduleConfig('system', SystemConfig);
