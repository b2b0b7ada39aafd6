import { isRecord } from '@patchbay/kernel/schema';
import {
  type Applied,
  type ChangeOperation,
  notSent,
  type Push,
  type VendorValue,
} from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import {
  type Behaviour,
  orNull,
  textOf,
  type UnifiAccess,
  uuidOf,
  verdict,
} from '../behaviours/behaviour.ts';
import { rowsOf } from '../exchange/answers.ts';
import { beforeWrite } from '../exchange/failures.ts';
import { queryText } from '../exchange/query-text.ts';
import type { FeatureCall, UnifiFeature } from '../writes/features.ts';
import type { IntegrationSchemas, IntegrationWrite } from '../writes/integration-schemas.ts';
import { emptyPayload } from '../writes/payloads.ts';

/** Lists whose rows are overviews; the whole object has to be read one by one. */
const overviews = new Set(['/networks', '/wifi/broadcasts']);
/** Details read at once; the controller's bulkhead lets two through. */
const READ_AT_ONCE = 4;
/** Reported about an object rather than set in it. */
const factFields = new Set(['metadata', 'index', 'default']);

/** Objects with an id in the integration interface. */
export function integrationObjects(feature: UnifiFeature, schemas: IntegrationSchemas): Behaviour {
  const { calls } = feature;
  const first = calls.create ?? calls.update ?? calls.delete;
  const path = first?.path.replace('/{id}', '') ?? '';
  const writes = new Map<ChangeOperation, { call: FeatureCall; write: IntegrationWrite }>();
  for (const operation of feature.operations) {
    const call = calls[operation];
    if (call) writes.set(operation, { call, write: schemas.find(call.method, call.path) });
  }
  const of = (operation: ChangeOperation) => {
    const found = writes.get(operation);
    if (!found) throw notSent(`The feature has no operation ${operation}.`);
    return found;
  };
  const find = (access: UnifiAccess, target_id: string | null) =>
    target_id === null ? Promise.resolve(null) : orNull(() => detail(access, path, target_id));
  return {
    payload: (operation) => payloadOf(schemas, of(operation).write, operation),
    find,
    async apply(access, push) {
      const { call, write } = of(push.operation);
      if (push.operation === 'create') return created(await access.call({ ...call, body: push.payload }));
      const id = uuidOf(push.target_id);
      const at = { ...call, path: `${path}/${id}` };
      if (push.operation === 'delete')
        await access.call({ ...at, path: `${at.path}${queryText(push.payload)}` });
      else if (call.method === 'PATCH') await access.call({ ...at, body: push.payload });
      else await access.call({ ...at, body: await merged(access, schemas, write, path, push) });
      return { target_id: id };
    },
    verify: async (access, push, applied) =>
      verdict(
        push,
        await find(access, applied.target_id ?? push.target_id),
        new Set(['count', 'ignoreDeviceLimit']),
      ),
    async list(access) {
      const rows = await access.page(path);
      return overviews.has(path) ? details(access, path, rows) : rows;
    },
    shown: (value) => Object.fromEntries(Object.entries(value).filter(([name]) => !factFields.has(name))),
    identify: (value) => textOf(value['id']),
  };
}

function payloadOf(
  schemas: IntegrationSchemas,
  write: IntegrationWrite,
  operation: ChangeOperation,
): TSchema {
  if (write.body !== undefined) return schemas.body(write.body, operation === 'create');
  const fields = Object.entries(write.queryParams).map(([name, { required, ...schema }]) => [
    name,
    schemas.parameter(schema),
  ]);
  return { ...emptyPayload, properties: Object.fromEntries(fields) };
}

async function detail(access: UnifiAccess, path: string, id: string): Promise<VendorValue | null> {
  const value = await access.call({ method: 'GET', base: 'I', path: `${path}/${uuidOf(id)}` });
  return isRecord(value) ? value : null;
}

async function details(
  access: UnifiAccess,
  path: string,
  rows: readonly VendorValue[],
): Promise<readonly VendorValue[]> {
  const whole: VendorValue[] = [];
  for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
    const some = rows.slice(from, from + READ_AT_ONCE);
    const read = await Promise.all(some.map(({ id }) => orNull(() => detail(access, path, String(id)))));
    whole.push(...read.filter((value) => value !== null));
  }
  return whole;
}

/** `PUT` replaces the whole object: the stored one, without fields that only the product may write, and the change. */
async function merged(
  access: UnifiAccess,
  schemas: IntegrationSchemas,
  { body = '' }: IntegrationWrite,
  path: string,
  { payload, target_id }: Push,
): Promise<VendorValue> {
  const live = await beforeWrite(detail(access, path, uuidOf(target_id)));
  if (live === null) throw notSent('The object is not there.', 'adapter_not_found');
  const whole = { ...live, ...payload };
  const taken = schemas.fieldsOf(body, whole);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => taken.has(name)));
}

function created(answer: unknown): Applied {
  if (!isRecord(answer)) return { target_id: null };
  const [voucher] = rowsOf(answer['vouchers']);
  return { target_id: textOf(answer['id']) ?? textOf(voucher?.['id']) };
}
