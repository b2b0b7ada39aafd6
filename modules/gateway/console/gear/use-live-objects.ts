import { useRead, useWrite } from '@patchbay/console-kit';
import type { Values } from './payload.ts';
import type { GearPlace, Operation } from './place.ts';

const PER_PAGE = 100;

export interface LiveQuery {
  readonly page: number;
  readonly search: string;
}

/** Objects of a feature as the device has them now. */
export function useLiveObjects(place: GearPlace, { page, search }: LiveQuery) {
  const { controller_id, family, feature, site_id } = place;
  const query = { page, per_page: PER_PAGE, ...(search === '' ? {} : { search }) };
  const atController = useRead(
    '/gateway-{family}/{controller_id}/{feature}',
    { path: { family, controller_id, feature }, query },
    { enabled: site_id === null, keepsFormer: true },
  );
  const atSite = useRead(
    '/gateway-{family}/{controller_id}/sites/{site_id}/{feature}',
    { path: { family, controller_id, feature, site_id: site_id ?? '' }, query },
    { enabled: site_id !== null, keepsFormer: true },
  );
  return site_id === null ? atController : atSite;
}

export interface StageInput {
  readonly operation: Operation;
  readonly payload: Values;
  readonly target_id: string | null;
  readonly notes: string;
}

/** Stages a write at the place of its feature. */
export function useStaging({ controller_id, family, feature, site_id }: GearPlace) {
  const options = { refreshes: ['/changes'] };
  const atController = useWrite('POST', '/gateway-{family}/{controller_id}/changes/{feature}', options);
  const atSite = useWrite(
    'POST',
    '/gateway-{family}/{controller_id}/sites/{site_id}/changes/{feature}',
    options,
  );
  return {
    isPending: atController.isPending || atSite.isPending,
    stage: ({ operation, payload, target_id, notes }: StageInput) => {
      const query = { operation };
      const body = {
        payload: { ...payload },
        ...(target_id === null ? {} : { target_id }),
        ...(notes.trim() === '' ? {} : { notes }),
      };
      const path = { family, controller_id, feature };
      return site_id === null
        ? atController.send({ path, query, body })
        : atSite.send({ path: { ...path, site_id }, query, body });
    },
  };
}
