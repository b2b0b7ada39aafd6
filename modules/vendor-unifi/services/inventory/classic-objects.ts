import { type ChangeOperation, notSent, type Push, type VendorValue } from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import {
  type Behaviour,
  objectIdOf,
  orNull,
  textOf,
  type UnifiAccess,
  verdict,
} from '../behaviours/behaviour.ts';
import type { ObjectRule } from '../behaviours/object-rules.ts';
import { rowsOf } from '../exchange/answers.ts';
import { beforeWrite } from '../exchange/failures.ts';
import type { UnifiFeature } from '../writes/features.ts';
import { type ClassicFields, type ClassicTables, objectSchema } from '../writes/field-schemas.ts';
import { emptyPayload, words } from '../writes/payloads.ts';

/** Fields the product keeps by itself. */
const keptByProduct = new Set(['last_seen', 'hostname']);
const named = ['_id', 'name', 'mac'];

interface Place {
  readonly base: 'C' | 'V';
  /** Of the objects, without an id. */
  readonly path: string;
  readonly fields: ClassicFields;
  readonly rule: ObjectRule;
}

/** Objects with an `_id`: `rest/<resource>` of the classic interface, and the newer private one's. */
export function classicObjects(feature: UnifiFeature, tables: ClassicTables, rule: ObjectRule): Behaviour {
  const { calls } = feature;
  const first = calls.create ?? calls.update;
  if (!first) throw new Error(`${feature.feature} writes nothing`);
  const path = first.path.replace('/{id}', '');
  const all = tables.fields(`${first.base}:${path}`);
  const fields = rule.only
    ? Object.fromEntries(rule.only.map((name) => [name, all[name] ?? missing(name)]))
    : all;
  const place: Place = { base: first.base === 'V' ? 'V' : 'C', path, fields, rule };
  const find = (access: UnifiAccess, target_id: string | null) =>
    target_id === null ? Promise.resolve(null) : findObject(access, place, target_id);
  return {
    payload: (operation) => payloadOf(place, operation),
    find,
    apply: async (access, push) => ({ target_id: await write(access, place, feature, push) }),
    verify: async (access, push, applied) =>
      verdict(push, await find(access, applied.target_id ?? push.target_id)),
    list: async (access) => (await rowsAt(access, place)).filter((row) => belongs(rule, row)),
    shown: (value) =>
      Object.fromEntries(
        Object.entries(value).filter(
          ([name]) => named.includes(name) || (Object.hasOwn(fields, name) && !keptByProduct.has(name)),
        ),
      ),
    identify: (value) => textOf(value['_id']),
  };
}

function payloadOf({ fields, rule }: Place, operation: ChangeOperation): TSchema {
  if (operation === 'delete') return emptyPayload;
  const schema = objectSchema(fields, operation === 'create' ? (rule.required ?? []) : []);
  const fixed = Object.entries(rule.fixed ?? {}).map(([name, values]) => [name, words(...values)]);
  const properties = { ...(schema as { properties: object }).properties, ...Object.fromEntries(fixed) };
  return { ...schema, properties, ...(operation === 'update' ? { minProperties: 1 } : {}) };
}

async function write(
  access: UnifiAccess,
  place: Place,
  feature: UnifiFeature,
  push: Push,
): Promise<string | null> {
  const { base, path, rule } = place;
  const call = feature.calls[push.operation];
  if (!call) throw notSent(`The feature has no operation ${push.operation}.`);
  if (push.operation === 'create') {
    const body = { ...defaults(rule), ...push.payload };
    const answer = await access.call({ method: call.method, base, path, body });
    return textOf((Array.isArray(answer) ? rowsOf(answer)[0] : (answer as VendorValue | undefined))?.['_id']);
  }
  const id = objectIdOf(push.target_id);
  const live = await beforeWrite(mine(access, place, id, push.operation));
  const at = { method: call.method, base, path: `${path}/${id}` };
  if (push.operation === 'delete') await access.call(rule.cleared ? { ...at, body: rule.cleared } : at);
  // The newer interface replaces the object, the classic one merges into it.
  else await access.call({ ...at, body: base === 'V' ? { ...live, ...push.payload } : push.payload });
  return id;
}

/**
 * The object that is about to be written, when the feature may write it: a VPN client is no uplink, though both are
 * networks to the controller.
 */
async function mine(
  access: UnifiAccess,
  place: Place,
  id: string,
  operation: ChangeOperation,
): Promise<VendorValue | null> {
  const { base, rule } = place;
  const isBound = rule.fixed !== undefined && !(rule.adopts && operation === 'update');
  if (base === 'C' && !isBound) return null;
  const live = await findObject(access, { ...place, rule: isBound ? rule : {} }, id);
  if (live === null) throw notSent('There is no such object of this feature.', 'adapter_not_found');
  return live;
}

async function findObject(access: UnifiAccess, place: Place, target_id: string): Promise<VendorValue | null> {
  const id = target_id.toLowerCase();
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  const { base, path, rule } = place;
  const isListed = base === 'V' || rule.readAt !== undefined;
  const rows = isListed
    ? await rowsAt(access, place)
    : await orNull(async () => rowsOf(await access.call({ method: 'GET', base, path: `${path}/${id}` })));
  const row = (rows ?? []).find((each) => each['_id'] === id);
  return row !== undefined && belongs(rule, row) ? row : null;
}

const rowsAt = async (access: UnifiAccess, { base, path, rule }: Place): Promise<readonly VendorValue[]> =>
  rowsOf(await access.call({ method: 'GET', base, path: rule.readAt ?? path }));

function belongs({ fixed = {}, only = [], readAt }: ObjectRule, row: VendorValue): boolean {
  const isFit = Object.entries(fixed).every(([name, values]) => values.some((value) => value === row[name]));
  return isFit && (readAt === undefined || only.some((name) => Array.isArray(row[name])));
}

/** Fields fixed by the feature need not stand in the payload. */
const defaults = ({ fixed = {} }: ObjectRule): VendorValue =>
  Object.fromEntries(
    Object.entries(fixed).flatMap(([name, [only, ...others]]) => (others.length > 0 ? [] : [[name, only]])),
  );

function missing(name: string): never {
  throw new Error(`no such field: ${name}`);
}
