import { defineError } from '@patchbay/kernel/errors';

export const consoleNotBuilt = defineError({
  id: 'console.not_built',
  kind: 'unavailable',
  message: 'The console is not built: run node modules/console/build/main.ts.',
});
