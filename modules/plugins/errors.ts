import { defineError } from '@patchbay/kernel/errors';

/** The ZIP, its manifest or its code is not acceptable; the details name each place. */
export const packageRefused = defineError({
  id: 'plugins.package_refused',
  kind: 'unprocessable',
  message: 'The package is refused.',
});
export const versionInstalled = defineError({
  id: 'plugins.version_installed',
  kind: 'conflict',
  message: 'This version is installed already.',
});
export const versionOlder = defineError({
  id: 'plugins.version_older',
  kind: 'conflict',
  message: 'A newer version is installed.',
});
export const installRunning = defineError({
  id: 'plugins.install_running',
  kind: 'conflict',
  message: 'Another package is being installed; try again shortly.',
});
export const tooManyPlugins = defineError({
  id: 'plugins.too_many',
  kind: 'conflict',
  message: 'The platform holds at most 200 plugins; remove one first.',
});
export const notQuarantined = defineError({
  id: 'plugins.not_quarantined',
  kind: 'conflict',
  message: 'The plugin is not in quarantine.',
});
