import { isRecord } from '@patchbay/kernel/schema';
import { notSent, type VendorValue } from '@patchbay/vendor-kit';
import Type, { type TSchema } from 'typebox';
import { queryText } from '../exchange/query-text.ts';
import type { UnifiFeature } from '../writes/features.ts';
import type { IntegrationSchemas, IntegrationWrite } from '../writes/integration-schemas.ts';
import { payload } from '../writes/payloads.ts';
import type { Behaviour } from './behaviour.ts';
import { featuresCalling } from './carried-features.ts';

const SITE_PREFIX = '/v1/sites/{siteId}';

/**
 * Any write of the integration interface by its operation id, with the rights and the risk of the feature that makes
 * the same call. Those whose own feature is catastrophic, or asks for `controller:write`, are reached through that
 * feature only.
 */
export function anyWrite(
  feature: UnifiFeature,
  all: readonly UnifiFeature[],
  schemas: IntegrationSchemas,
): Behaviour {
  const guarded = new Set(
    all.filter((other) => outranks(other, feature)).flatMap((other) => idsOf(other, schemas)),
  );
  const writes = new Map(
    schemas.writes.filter(({ id }) => !guarded.has(id)).map((write) => [write.id, write]),
  );
  return {
    singleton: true,
    payload: () => schemaOf([...writes.values()], schemas),
    carries({ payload }) {
      const write = writes.get(String(payload['operation_id']));
      if (!write) return null;
      const path = write.path.slice(SITE_PREFIX.length);
      const carried = featuresCalling(feature, all, { method: write.method, base: 'I', path });
      return carried.length === 0 ? null : carried;
    },
    async apply(access, push) {
      const { operation_id, path, query, body } = push.payload;
      const write = writes.get(String(operation_id));
      if (!write) throw notSent('no write of the integration interface');
      const at = `${filled(write, isRecord(path) ? path : {})}${queryText(isRecord(query) ? query : {})}`;
      await access.call({ method: write.method, base: 'I', path: at, body });
      return { target_id: null };
    },
  };
}

const outranks = (other: UnifiFeature, own: UnifiFeature): boolean =>
  other !== own && (other.catastrophic || other.permission === 'controller:write');

const idsOf = ({ calls }: UnifiFeature, schemas: IntegrationSchemas): readonly string[] =>
  Object.values(calls).flatMap((call) =>
    call.base === 'I' ? [schemas.find(call.method, call.path).id] : [],
  );

function schemaOf(writes: readonly IntegrationWrite[], schemas: IntegrationSchemas): TSchema {
  const open = { type: 'object', additionalProperties: true, maxProperties: 500 };
  const bodies = [...new Set(writes.map(({ body }) => body))].map((body) =>
    when(
      writes.filter((write) => write.body === body),
      body === undefined ? { body: false } : { body: schemas.body(body, true) },
      body === undefined ? [] : ['body'],
    ),
  );
  return Type.Unsafe({
    type: 'object',
    properties: {
      operation_id: { enum: writes.map(({ id }) => id) },
      path: open,
      query: open,
      body: open,
    },
    required: ['operation_id'],
    additionalProperties: false,
    allOf: [...writes.map((write) => parameterRule(write, schemas)), ...bodies],
  });
}

const when = (
  writes: readonly IntegrationWrite[],
  properties: Readonly<Record<string, TSchema | boolean>>,
  required: readonly string[],
): TSchema => ({
  if: { properties: { operation_id: { enum: writes.map(({ id }) => id) } }, required: ['operation_id'] },
  // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
  then: { properties, required: [...required] },
});

function parameterRule(write: IntegrationWrite, schemas: IntegrationSchemas): TSchema {
  const inPath = Object.entries(write.pathParams).filter(([name]) => name !== 'siteId');
  const path = inPath.map(([name, schema]) => [name, schemas.parameter(schema)] as const);
  const query = Object.entries(write.queryParams).map(
    ([name, { required, ...schema }]) => [name, schemas.parameter(schema), required === true] as const,
  );
  const needed = query.filter(([, , isNeeded]) => isNeeded).map(([name]) => name);
  return when(
    [write],
    {
      path: payload(
        Object.fromEntries(path),
        path.map(([name]) => name),
      ),
      query: payload(Object.fromEntries(query.map(([name, schema]) => [name, schema])), needed),
    },
    [...(path.length > 0 ? ['path'] : []), ...(needed.length > 0 ? ['query'] : [])],
  );
}

function filled({ path }: IntegrationWrite, values: VendorValue): string {
  return path.slice(SITE_PREFIX.length).replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw notSent(`The payload names no ${name}.`);
    return encodeURIComponent(String(value));
  });
}
