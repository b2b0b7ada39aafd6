import { AdapterError, type DeviceConfirm } from '@patchbay/vendor-kit';
import type { RouterFeature } from '../writes/features.ts';
import type { RouterOsClient } from './router-os-client.ts';

type Access = Pick<RouterOsClient, 'print' | 'create' | 'remove' | 'command'>;

const SCHEDULER = '/system/scheduler';
const NAME = /^[a-z0-9-]{1,60}$/;

export const CONFIRM_MECHANISM = 'a scheduler entry that restores a backup, removed on confirmation';

/** Commands that the backup undoes; reboots, pings and upgrades it does not. */
const coveredCommands = new Set(['set', 'move']);

/** Keys (without prefix) of the features whose writes a restored backup takes back. */
export const coveredFeatures = (features: readonly RouterFeature[]): ReadonlySet<string> =>
  new Set(
    features
      .filter(({ command }) => command === null || coveredCommands.has(command))
      .map(({ feature }) => feature.slice('routeros.'.length)),
  );

/**
 * A backup is saved first, so that restoring it takes the scheduler entry away as well, and the router starts anew
 * with the configuration as it was. The file lies on the router, with its secrets, until keep is called.
 */
export const routerConfirm = (session: Access): DeviceConfirm => ({
  arm: async (name, seconds) => {
    checked(name);
    await session.command('/system/backup/save', { name, 'dont-encrypt': 'yes' });
    try {
      await session.create(SCHEDULER, {
        name,
        interval: `${seconds}s`,
        'on-event': `/system/backup/load name=${name} password=""`,
        comment: 'takes an unconfirmed change back',
      });
    } catch (error) {
      await removeNamed(session, '/file', `${name}.backup`).catch(() => {});
      throw error;
    }
    return name;
  },
  keep: async (token) => {
    checked(token);
    await removeNamed(session, SCHEDULER, token);
    // The entry is what acts; a leftover file does no harm.
    await removeNamed(session, '/file', `${token}.backup`).catch(() => {});
  },
  isArmed: async (token) =>
    (await session.print(SCHEDULER, { where: { name: checked(token) }, proplist: ['.id'] })).length > 0,
});

async function removeNamed(session: Access, menu: string, name: string): Promise<void> {
  for (const { '.id': id } of await session.print(menu, { where: { name }, proplist: ['.id', 'name'] })) {
    if (id === undefined) continue;
    try {
      await session.remove(menu, id);
    } catch (error) {
      if (!(error instanceof AdapterError && error.type === 'adapter_not_found')) throw error;
    }
  }
}

/** The name becomes part of a script on the router. */
function checked(name: string): string {
  if (NAME.test(name)) return name;
  throw new AdapterError('adapter_error', 'not_sent', 'Not a name for a scheduler entry.');
}
