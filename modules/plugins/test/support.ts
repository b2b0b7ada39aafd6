import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { writePluginArchive } from '@patchbay/plugins-sdk/package';
import { bootPlatform, type Harness, type Person, waitFor } from '@patchbay/test/harness';

const run = promisify(execFile);
const KIT = join(import.meta.dirname, '..', '..', '..', 'plugins-sdk');

/** The example plugin as its author would pack it. */
export async function packLeaseWatch(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-pack-'));
  try {
    const out = join(folder, 'lease-watch.zip');
    const example = join(KIT, 'examples', 'lease-watch');
    await run(process.execPath, [join(KIT, 'cli', 'main.ts'), 'pack', example, '--out', out], {
      timeout: 30_000,
    });
    return await readFile(out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface HandWritten {
  readonly id: string;
  readonly version?: string;
  /** Body of the handler of each pattern. */
  readonly events?: Readonly<Record<string, string>>;
  /** Short types it emits, with any payload. */
  readonly emits?: readonly string[];
  /** Schemas of their payloads, where not any object will do. */
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly state?: boolean;
}

/** A package written by hand: handlers are source text that sees `event` and `ctx`. */
export function packPlugin({
  id,
  version = '1.0.0',
  events = {},
  emits = [],
  schemas = {},
  state = true,
}: HandWritten) {
  const manifest = {
    manifest_version: 1,
    id,
    name: id,
    version,
    sdk: 1,
    entry: 'plugin.js',
    permissions: { events: Object.keys(events), state, emit: emits },
    events: emits.map((type) => ({ type, payload_schema: schemas[type] ?? { type: 'object' } })),
  };
  const handlers = Object.entries(events).map(
    ([pattern, body]) => `${JSON.stringify(pattern)}: async (event, ctx) => { ${body} }`,
  );
  const code = `definePlugin({ id: ${JSON.stringify(id)}, events: { ${handlers.join(', ')} } });`;
  const files = { 'plugin.json': JSON.stringify(manifest), 'plugin.js': code };
  return writePluginArchive(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
}

export const install = (harness: Harness, as: Person, zip: Buffer, query = '') =>
  harness.call('POST', `/plugins${query}`, { as, raw: zip, headers: { 'content-type': 'application/zip' } });

const look = exempt('test.plugins', 'tests look behind the routes');

/** Rows behind the routes, of all organizations. */
export const rowsOf = <T>(harness: Harness, query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  harness.get(DATABASE).asSystem(look, async (db) => (await query.execute(db)).rows);

/** Publishes an event as a module would. */
export const publish = (
  harness: Harness,
  organization_id: string,
  event_type: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> =>
  harness
    .get(DATABASE)
    .write(systemPrincipal(organization_id), async (work) => work.events.publishNamed(event_type, payload));

/** A device that went offline. */
export const statusChange = (name: string) => ({
  device_id: name,
  site_id: 'site',
  data: { name, old_status: 'online', new_status: 'offline', reason: 'test' },
});

/** Lets failed deliveries be tried again at once. */
export const hurry = (harness: Harness): Promise<unknown> =>
  rowsOf(harness, sql`update plugin_deliveries set next_at = now() where status = 'waiting'`);

/** A platform with a second organization and its administrator. */
export async function bootTwoTenants(t: Parameters<typeof bootPlatform>[0]) {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const tenant = await harness.organization('Second Networks');
  return { harness, owner, tenant, administrator: await harness.person('org_admin', tenant) };
}

/** Waits until a query finds one row. */
export const untilOne = (harness: Harness, what: string, query: ReturnType<typeof sql<unknown>>) =>
  waitFor(what, async () => (await rowsOf(harness, query)).length === 1);
