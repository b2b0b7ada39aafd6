import type { TablesOf } from '@patchbay/kernel/database';
import { Plugin } from './plugin.ts';
import { PluginDelivery } from './plugin-delivery.ts';
import { PluginEmission } from './plugin-emission.ts';
import { PluginEnablement } from './plugin-enablement.ts';
import { PluginLogLine } from './plugin-log-line.ts';
import { PluginRevision } from './plugin-revision.ts';
import { PluginStateEntry } from './plugin-state-entry.ts';

export const entities = [
  Plugin,
  PluginRevision,
  PluginEnablement,
  PluginStateEntry,
  PluginLogLine,
  PluginDelivery,
  PluginEmission,
];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
