import { moduleConfig } from '@patchbay/kernel/modules';
import Type, { type Static } from 'typebox';

/** `CONSOLE_DIST`: folder of a build that was made elsewhere, instead of the module's own `dist`. */
export const ConsoleConfig = Type.Object({ CONSOLE_DIST: Type.Optional(Type.String({ minLength: 1 })) });

export type ConsoleSettings = Readonly<Static<typeof ConsoleConfig>>;
export const CONSOLE_CONFIG = moduleConfig('console', ConsoleConfig);
