import { join } from 'node:path';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';

export const FIXTURES = join(import.meta.dirname, '..', 'fixtures');

/** A module whose pages are fixtures; `entry` is where its package says that it begins. */
export const fixtureModule = (id: string, entry = 'index.ts'): DiscoveredModule => ({
  declaration: defineModule({ id, title: id, status: 'available', prefixes: [] }),
  file: join(FIXTURES, id, entry),
});
