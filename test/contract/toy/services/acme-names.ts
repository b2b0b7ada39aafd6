import {
  featureTitle,
  payloadPerOperation,
  readFeatureTable,
  type StagedFeature,
  tableFacts,
  textAt,
} from '@patchbay/vendor-kit';
import Type from 'typebox';
import type { AcmeSession } from './acme-session.ts';

export const ACME_TABLE = new URL('../vendor-data/features.json', import.meta.url);
const OPERATIONS = ['create', 'update', 'delete'] as const;
const closed = { additionalProperties: false };
const fields = {
  name: Type.String({ minLength: 1, maxLength: 253 }),
  address: Type.String({ minLength: 1, maxLength: 45 }),
};

const found = async (session: AcmeSession, id: string | null) =>
  (await session.names()).find((each) => each['id'] === id) ?? null;

/** Names that the server answers. */
export const acmeFeatures: readonly StagedFeature<AcmeSession>[] = readFeatureTable(ACME_TABLE).map(
  (row) => ({
    ...tableFacts('acme', { ...row, operations: OPERATIONS }, featureTitle('dns.name', { dns: 'DNS' })),
    payload: payloadPerOperation((operation) => {
      if (operation === 'delete') return Type.Object({}, closed);
      return operation === 'create' ? Type.Object(fields, closed) : Type.Partial(Type.Object(fields), closed);
    }),
    read: found,
    async apply(session, { operation, target_id, payload }) {
      if (operation === 'create')
        return { target_id: textAt(await session.request('POST', '/names', payload), 'id') };
      const path = `/names/${encodeURIComponent(target_id ?? '')}`;
      if (operation === 'update') await session.request('PATCH', path, payload);
      else await session.request('DELETE', path);
      return { target_id };
    },
    async verify(session, { operation, payload }, { target_id }) {
      const value = await found(session, target_id);
      const differs = Object.entries(payload).find(([field, sent]) => value?.[field] !== sent)?.[0];
      if (operation === 'delete') return { holds: value === null, value };
      return differs === undefined
        ? { holds: value !== null, value }
        : { holds: false, value, mismatch: `${differs} is not as sent` };
    },
  }),
);
