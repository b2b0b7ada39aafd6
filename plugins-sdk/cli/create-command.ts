import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PLUGIN_ID = /^[a-z][a-z0-9-]{1,62}$/;

const manifestText = (id: string) =>
  `${JSON.stringify(
    {
      manifest_version: 1,
      id,
      name: id,
      version: '0.1.0',
      description: '',
      sdk: 1,
      permissions: { state: true, http: [] },
      entry: 'plugin.ts',
    },
    null,
    2,
  )}\n`;

const codeText = (id: string) => `import { definePlugin, type PluginEvent } from '@patchbay/plugins-sdk';

interface StatusChange {
  device_id: string;
}

definePlugin({
  id: '${id}',
  events: {
    'device.status.changed': async (event: PluginEvent<StatusChange>, ctx) => {
      const count = ((await ctx.state.get<number>('count')) ?? 0) + 1;
      await ctx.state.set('count', count);
      await ctx.emit('counted', { device_id: event.payload.device_id, count });
    },
  },
  operations: {
    count: {
      title: 'Status changes seen',
      description: 'How many status changes this plugin has seen.',
      input_schema: { type: 'object', additionalProperties: false },
      output_schema: { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } },
      run: async (_input, ctx) => ({ count: (await ctx.state.get<number>('count')) ?? 0 }),
    },
  },
  emits: {
    counted: {
      payload_schema: {
        type: 'object',
        required: ['device_id', 'count'],
        properties: { device_id: { type: 'string' }, count: { type: 'integer' } },
      },
    },
  },
});
`;

const recordingText = `${JSON.stringify(
  [
    { event: 'device.status.changed', payload: { device_id: '019a0000-0000-7000-8000-000000000001' } },
    { operation: 'count', input: {} },
  ],
  null,
  2,
)}\n`;

const readmeText = (id: string) => `# ${id}

    patchbay-plugin dev      run it in the sandbox, reloading on every change
    patchbay-plugin test     replay recordings/ and check what comes out
    patchbay-plugin pack     make the package a super admin installs
`;

/** Writes a new plugin that passes `test` as it stands. Refuses an id that is none and a file that exists. */
export async function createPlugin(id: string, folder: string): Promise<string[]> {
  if (!PLUGIN_ID.test(id))
    throw new Error('A plugin id has 2 to 63 of a-z, 0-9 and -, and begins with a letter');
  const files: Record<string, string> = {
    'plugin.json': manifestText(id),
    'plugin.ts': codeText(id),
    'recordings/first.json': recordingText,
    'README.md': readmeText(id),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content, { flag: 'wx' });
  }
  return Object.keys(files);
}
