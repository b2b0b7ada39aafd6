import { definePlugin, type PluginContext, type PluginEvent } from '@patchbay/plugins-sdk';

type AppliedChange = { change_id: string; feature: string; applied_at?: string | null };
type StatusChange = { device_id: string; data: { name: string; new_status: string } };
type FeatureRecord = { count: number; last_change_id: string; last_applied_at: string };

/** One key for each feature, so that two features never overwrite each other. */
const FEATURE = 'feature:';

async function changeApplied(event: PluginEvent<AppliedChange>, ctx: PluginContext) {
  const { change_id, feature, applied_at } = event.payload;
  const known = await ctx.state.get<FeatureRecord>(FEATURE + feature);
  // Events may arrive twice; the last change seen is not counted again.
  if (known?.last_change_id === change_id) return;
  const count = (known?.count ?? 0) + 1;
  const record = { count, last_change_id: change_id, last_applied_at: applied_at ?? event.occurred_at };
  await ctx.state.set(FEATURE + feature, record);
  await ctx.emit('change_seen', { change_id, feature, count });
}

async function statusChanged(event: PluginEvent<StatusChange>, ctx: PluginContext) {
  const { name, new_status } = event.payload.data;
  await ctx.state.set('device', { name, status: new_status, at: event.occurred_at });
  ctx.log.info(`${name} is ${new_status}`);
}

async function summary(_input: unknown, ctx: PluginContext) {
  const features = [];
  for (const key of (await ctx.state.list(FEATURE)).slice(0, 90)) {
    const record = await ctx.state.get<FeatureRecord>(key);
    if (record !== null) features.push({ feature: key.slice(FEATURE.length), ...record });
  }
  return { features, last_device: await ctx.state.get('device') };
}

const text = { type: 'string' } as const;

definePlugin({
  id: 'lease-watch',
  events: { 'controller.change.applied': changeApplied, 'device.status.changed': statusChanged },
  operations: {
    summary: {
      title: 'Applied changes by feature',
      description: 'For each feature, how many changes were applied and which was the last.',
      input_schema: { type: 'object', additionalProperties: false },
      output_schema: {
        type: 'object',
        required: ['features', 'last_device'],
        properties: {
          features: {
            type: 'array',
            items: {
              type: 'object',
              required: ['feature', 'count', 'last_change_id', 'last_applied_at'],
              properties: {
                feature: text,
                count: { type: 'integer' },
                last_change_id: text,
                last_applied_at: text,
              },
            },
          },
          last_device: { type: ['object', 'null'] },
        },
      },
      run: summary,
    },
  },
  emits: {
    change_seen: {
      title: 'A change was seen',
      payload_schema: {
        type: 'object',
        additionalProperties: false,
        required: ['change_id', 'feature', 'count'],
        properties: { change_id: text, feature: text, count: { type: 'integer', minimum: 1 } },
      },
    },
  },
});
