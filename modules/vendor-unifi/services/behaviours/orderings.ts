import { isRecord } from '@patchbay/kernel/schema';
import type { VendorValue } from '@patchbay/vendor-kit';
import { queryText } from '../exchange/query-text.ts';
import type { UnifiFeature } from '../writes/features.ts';
import type { IntegrationSchemas } from '../writes/integration-schemas.ts';
import { type Behaviour, type UnifiAccess, verdict } from './behaviour.ts';

/** The order of rules, of which there is one; policies have one per pair of zones, named in the payload. */
export function ordering(feature: UnifiFeature, schemas: IntegrationSchemas): Behaviour {
  const path = feature.calls.update?.path ?? '';
  const { body = '', queryParams } = schemas.find('PUT', path);
  const zones = Object.keys(queryParams);
  const read = async (access: UnifiAccess, payload: VendorValue): Promise<VendorValue | null> => {
    const value = await access.call({ method: 'GET', base: 'I', path: `${path}${queryOf(zones, payload)}` });
    return isRecord(value) ? value : null;
  };
  const listed: Pick<Behaviour, 'find' | 'list'> = {
    find: (access) => read(access, {}),
    list: async (access) => [(await read(access, {})) ?? {}],
  };
  return {
    singleton: true,
    payload() {
      const schema = schemas.body(body, true) as { properties: object; required: string[] };
      const named = Object.entries(queryParams).map(([name, { required, ...rest }]) => [
        name,
        schemas.parameter(rest),
      ]);
      return {
        ...schema,
        properties: { ...schema.properties, ...Object.fromEntries(named) },
        required: [...schema.required, ...zones],
      };
    },
    async apply(access, { payload }) {
      const sent = Object.fromEntries(Object.entries(payload).filter(([name]) => !zones.includes(name)));
      await access.call({ method: 'PUT', base: 'I', path: `${path}${queryOf(zones, payload)}`, body: sent });
      return { target_id: null };
    },
    verify: async (access, push) => inOrder(push.payload, await read(access, push.payload), zones),
    identify: () => null,
    ...(zones.length === 0 ? listed : {}),
  };
}

/** Here the order is the value, so lists are compared as they stand. */
function inOrder(payload: VendorValue, live: VendorValue | null, zones: readonly string[]) {
  const push = { attempt_id: '', operation: 'update' as const, target_id: null, payload };
  const seen = verdict(push, live, new Set(zones));
  const moved = Object.keys(payload).filter(
    (name) =>
      !zones.includes(name) &&
      JSON.stringify(payload[name]) !== JSON.stringify(sorted(payload[name], live?.[name])),
  );
  return seen.holds && moved.length > 0
    ? { holds: false, value: live, mismatch: `Not as sent: ${moved.join(', ')}.` }
    : seen;
}

/** The live value with its keys in the order of the sent one. */
function sorted(sent: unknown, live: unknown): unknown {
  if (!isRecord(sent) || !isRecord(live)) return live;
  return Object.fromEntries(Object.keys(sent).map((name) => [name, live[name]]));
}

const queryOf = (zones: readonly string[], payload: VendorValue): string =>
  queryText(Object.fromEntries(zones.map((name) => [name, payload[name]])));
