import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { Deliveries } from './services/deliveries.ts';
import type { Dispatcher } from './services/dispatcher.ts';
import type { EventIntake } from './services/event-intake.ts';
import type { InstalledPlugins } from './services/installed-plugins.ts';
import type { Installer } from './services/installer.ts';
import type { PluginRecords } from './services/plugin-records.ts';
import type { PluginRuntime } from './services/plugin-runtime.ts';
import type { Quarantine } from './services/quarantine.ts';

export const INSTALLED_PLUGINS: Token<Public<InstalledPlugins>> = token('plugins.installed');
export const PLUGIN_RUNTIME: Token<Public<PluginRuntime>> = token('plugins.runtime');
export const QUARANTINE: Token<Public<Quarantine>> = token('plugins.quarantine');
export const DELIVERIES: Token<Public<Deliveries>> = token('plugins.deliveries');
export const DISPATCHER: Token<Public<Dispatcher>> = token('plugins.dispatcher');
export const EVENT_INTAKE: Token<Public<EventIntake>> = token('plugins.event-intake');
export const INSTALLER: Token<Public<Installer>> = token('plugins.installer');
export const PLUGIN_RECORDS: Token<Public<PluginRecords>> = token('plugins.records');
