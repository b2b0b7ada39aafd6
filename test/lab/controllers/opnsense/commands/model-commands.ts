import type { FirewallDevice } from '../device.ts';
import type { ObjectList } from '../objects/objects.ts';
import { pageOf, type SearchQuery } from '../objects/search.ts';
import { Validations } from '../refusal.ts';
import type { Endpoint } from '../resolve.ts';
import type { Result } from './commands.ts';
import { holdsAtOnce } from './commits.ts';

type Json = Readonly<Record<string, unknown>>;

const failed: Result = { body: { result: 'failed' }, refused: true };
/** Lists that are put together first and know no pages by GET. */
const recordsets = new Set([
  '/api/firewall/filter',
  '/api/firewall/d_nat',
  '/api/firewall/source_nat',
  '/api/routing/settings',
]);

/** The commands that every model has: search, get, add, set, del, toggle and its settings. Null for others. */
export function modelCommand(
  device: FirewallDevice,
  endpoint: Endpoint,
  body: Json | null,
  query: SearchQuery,
): Result | null {
  const { controller, action, command, params } = endpoint;
  const { model: name, key: ownKey = '' } = controller;
  const model = name === undefined ? undefined : device.schema.models.get(name);
  if (name === undefined || model === undefined) return null;
  if (action.op === undefined) {
    if (command === 'get') return { body: { [ownKey]: device.objects.settings(model) } };
    if (command !== 'set') return null;
    const given = body === null ? undefined : body[ownKey];
    if (!isObject(given)) return failed;
    const problems = device.objects.setSettings(model, given);
    return problems.isEmpty ? saved(device, endpoint, {}) : invalid(problems, ownKey);
  }
  const list = device.objects.list(name, action.path ?? '');
  if (list === undefined) return null;
  const [id] = params;
  switch (action.op) {
    case 'search':
      return {
        body: pageOf(device.objects.rows(list), recordsets.has(controller.path) ? everything(query) : query),
      };
    case 'get': {
      const node = device.objects.node(list, id);
      return { body: node === null ? [] : { [action.key ?? ownKey]: node } };
    }
    case 'add':
    case 'set':
      return write(device, endpoint, list, action.key ?? ownKey, body);
    case 'del':
      return remove(device, endpoint, list, (id ?? '').split(','));
    case 'toggle':
      return toggle(device, endpoint, list, id ?? '', params[1]);
  }
}

function write(
  device: FirewallDevice,
  endpoint: Endpoint,
  list: ObjectList,
  key: string,
  body: Json | null,
): Result {
  const given = body === null ? undefined : body[key];
  if (!isObject(given)) return failed;
  if (endpoint.action.op === 'add') {
    const made = device.objects.add(list, given);
    return made instanceof Validations
      ? invalid(made, key)
      : saved(device, endpoint, { uuid: made }, list.table);
  }
  const [id = ''] = endpoint.params;
  const done = device.objects.set(list, id, given);
  if (done === null) return failed;
  return done === true ? saved(device, endpoint, {}, list.table) : invalid(done, key);
}

function remove(
  device: FirewallDevice,
  endpoint: Endpoint,
  list: ObjectList,
  ids: readonly string[],
): Result {
  const removed = ids.map((id) => device.objects.remove(list, id));
  if (!removed.includes(true)) return { body: { result: 'not found' }, refused: true };
  saved(device, endpoint, {}, list.table);
  return { body: { result: 'deleted' } };
}

function toggle(
  device: FirewallDevice,
  endpoint: Endpoint,
  list: ObjectList,
  id: string,
  wanted: string | undefined,
): Result {
  // Port forwards and gateways are switched off by a field of the other sense.
  const field = list.leaves.has('enabled') ? 'enabled' : 'disabled';
  const row = device.saved.find(list.table, id);
  if (row === undefined || !list.leaves.has(field)) return failed;
  const isOn = (row[field] === '1') === (field === 'enabled');
  const turnsOn = wanted === undefined ? !isOn : wanted === '1';
  const done = device.objects.set(list, id, { [field]: turnsOn === (field === 'enabled') ? '1' : '0' });
  if (done !== true) return failed;
  saved(device, endpoint, {}, list.table);
  return { body: { result: turnsOn ? 'Enabled' : 'Disabled', changed: isOn !== turnsOn } };
}

function saved(
  device: FirewallDevice,
  { controller, command }: Endpoint,
  more: Json,
  table?: string,
): Result {
  device.revise(`${controller.path}/${command} made changes`);
  if (table !== undefined && holdsAtOnce(table)) device.takeUp((name) => name === table);
  return { body: { result: 'saved', ...more } };
}

const invalid = (problems: Validations, key: string): Result => ({
  body: { result: 'failed', validations: problems.under(key) },
  refused: true,
});

const everything = (query: SearchQuery): SearchQuery => ({ ...query, rowCount: -1, current: 1 });

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
