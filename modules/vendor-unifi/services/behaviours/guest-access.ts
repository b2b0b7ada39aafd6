import { isRecord } from '@patchbay/kernel/schema';
import type { UnifiFeature } from '../writes/features.ts';
import type { IntegrationSchemas } from '../writes/integration-schemas.ts';
import { type Behaviour, orNull, type UnifiAccess, uuidOf } from './behaviour.ts';

/** Lets a connected guest in or out; the client itself shows whether that holds. */
export function guestAccess(feature: UnifiFeature, schemas: IntegrationSchemas): Behaviour {
  const { method, path } = feature.calls.update ?? { method: '', path: '' };
  const { body = '' } = schemas.find(method, path);
  const find = async (access: UnifiAccess, target_id: string | null) => {
    if (target_id === null) return null;
    const at = { method: 'GET', base: 'I' as const, path: `/clients/${uuidOf(target_id)}` };
    const value = await orNull(() => access.call(at));
    return isRecord(value) ? value : null;
  };
  return {
    payload: () => schemas.body(body, true),
    async apply(access, { target_id, payload }) {
      const id = uuidOf(target_id);
      await access.call({ method, base: 'I', path: path.replace('{id}', id), body: payload });
      return { target_id: id };
    },
    async verify(access, { target_id, payload }) {
      const value = await find(access, target_id);
      const shown = isRecord(value?.['access']) ? value['access']['authorized'] : undefined;
      const wanted = payload['action'] === 'AUTHORIZE_GUEST_ACCESS';
      if (value !== null && (shown ?? false) === wanted) return { holds: true, value };
      return { holds: false, value, mismatch: 'Not as sent: action.' };
    },
  };
}
