import { type Token, token } from '@patchbay/kernel/di';
import { defineEvent } from '@patchbay/kernel/events';
import type { Data } from '@patchbay/sandbox';
import Type from 'typebox';
import { QUARANTINE_REASONS } from './contract/quarantine-reasons.ts';

/** A question to an enabled plugin, on behalf of one organization. */
export interface PluginQuestion {
  readonly plugin_id: string;
  readonly organization_id: string;
  readonly kind: 'operation' | 'tool';
  readonly name: string;
  readonly input: unknown;
  readonly signal?: AbortSignal;
}

/** Asks plugins; the caller answers for permissions. Throws `SandboxError`. */
export interface PluginCalls {
  ask(question: PluginQuestion): Promise<Data>;
}

export const PLUGIN_CALLS: Token<PluginCalls> = token('plugins.calls');

/** A plugin wants to emit more than it may; further events are refused, and its author has to look at it. */
export const pluginOverBudget = defineEvent({
  type: 'plugins.plugin.over_budget',
  title: 'Plugin over its budget',
  description:
    'A plugin wanted to emit more events than it may for one event that leads to them (cause) or in a minute (minute). Further events are refused; this is published once in ten minutes.',
  payload: Type.Object({
    plugin_id: Type.String(),
    version: Type.String(),
    budget: Type.Enum(['cause', 'minute']),
    most_events: Type.Integer(),
    most_bytes: Type.Integer(),
  }),
  category: 'plugin',
  priority: 'high',
  access: { role: 'org_admin' },
});

/** Three faults in ten minutes: nothing of the plugin runs until a super administrator releases it. */
export const pluginQuarantined = defineEvent({
  type: 'plugins.plugin.quarantined',
  title: 'Plugin quarantined',
  description: 'A plugin misbehaved three times in ten minutes and was stopped.',
  payload: Type.Object({
    plugin_id: Type.String(),
    version: Type.String(),
    reason: Type.Enum([...QUARANTINE_REASONS]),
  }),
  category: 'plugin',
  priority: 'high',
  access: { role: 'org_admin' },
});
