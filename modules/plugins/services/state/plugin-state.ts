import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { CapabilityError, type Data } from '@patchbay/sandbox';
import { isStorable } from './storable.ts';

/** Reads committed state. */
export interface StateReader {
  get(key: string): Promise<Data>;
  keys(): Promise<readonly string[]>;
}

const MAX_KEYS = 1_000;
const MAX_KEY_CHARACTERS = 200;
const MAX_VALUE_BYTES = 64 * 1024;

/** State of one plugin in one organization, as committed. */
export const storedState = (database: Database, plugin_id: string, organization_id: string): StateReader => ({
  get: (key) =>
    database.read(systemPrincipal(organization_id), async ({ sql: db }) => {
      const found = db.selectFrom('plugin_state').select('value').where('plugin_id', '=', plugin_id);
      const row = await found.where('key', '=', key).executeTakeFirst();
      return (row?.value ?? null) as Data;
    }),
  keys: () =>
    database.read(systemPrincipal(organization_id), async ({ sql: db }) => {
      const found = db.selectFrom('plugin_state').select('key').where('plugin_id', '=', plugin_id);
      return (await found.limit(MAX_KEYS).execute()).map(({ key }) => key);
    }),
});

/**
 * State of a plugin during a call. Changes are kept here until the call has succeeded, and then become one with
 * its events and its delivery: a call that fails, or is cut off, has changed nothing.
 */
export class PluginState extends Service<{ stored: StateReader }> {
  readonly #changes = new Map<string, { readonly value: Data } | null>();
  #keys: Set<string> | undefined;

  async get(key: Data | undefined): Promise<Data> {
    const name = keyOf(key);
    const change = this.#changes.get(name);
    return change === undefined ? this.parts.stored.get(name) : (change?.value ?? null);
  }

  async set(key: Data | undefined, value: Data): Promise<null> {
    const name = keyOf(key);
    if (Buffer.byteLength(JSON.stringify(value)) > MAX_VALUE_BYTES)
      throw new CapabilityError('value_too_large', `A value takes at most ${MAX_VALUE_BYTES} bytes`);
    if (!isStorable(value))
      throw new CapabilityError('value_invalid', 'A text in the value cannot be stored');
    const keys = await this.#known();
    if (!keys.has(name) && keys.size >= MAX_KEYS)
      throw new CapabilityError('state_full', `At most ${MAX_KEYS} keys`);
    keys.add(name);
    this.#changes.set(name, { value });
    return null;
  }

  async delete(key: Data | undefined): Promise<null> {
    const name = keyOf(key);
    (await this.#known()).delete(name);
    this.#changes.set(name, null);
    return null;
  }

  async list(prefix: Data | undefined): Promise<readonly string[]> {
    const start = typeof prefix === 'string' ? prefix : '';
    return [...(await this.#known())].filter((key) => key.startsWith(start)).sort();
  }

  /** Writes what the call changed, in the unit of its organization. */
  async commit({ sql: db, organization_id }: UnitOfWork, plugin_id: string): Promise<void> {
    const set = [...this.#changes].flatMap(([key, change]) =>
      change === null ? [] : [{ id: newId(), key, value: change.value }],
    );
    const gone = [...this.#changes].filter(([, change]) => change === null).map(([key]) => key);
    if (gone.length > 0)
      await db
        .deleteFrom('plugin_state')
        .where('plugin_id', '=', plugin_id)
        .where('key', 'in', gone)
        .execute();
    if (set.length === 0) return;
    await sql`
      insert into plugin_state (id, organization_id, plugin_id, key, value)
      select r.id, ${organization_id}::uuid, ${plugin_id}, r.key, coalesce(r.value, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(set)}::jsonb) as r(id uuid, key text, value jsonb)
      on conflict (plugin_id, organization_id, key) do update set value = excluded.value, updated_at = now()`.execute(
      db,
    );
  }

  async #known(): Promise<Set<string>> {
    this.#keys ??= new Set(await this.parts.stored.keys());
    return this.#keys;
  }
}

function keyOf(key: Data | undefined): string {
  if (typeof key === 'string' && key.length > 0 && key.length <= MAX_KEY_CHARACTERS && isStorable(key))
    return key;
  throw new CapabilityError('key_invalid', `A key is a text of 1 to ${MAX_KEY_CHARACTERS} characters`);
}
