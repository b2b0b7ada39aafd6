import { PatchbayError } from '@patchbay/kernel/errors';
import { defineJob } from '@patchbay/kernel/jobs';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { LOGGER } from '@patchbay/kernel/telemetry';
import { AdapterError } from '@patchbay/vendor-kit';
import Type from 'typebox';
import { LiveValues } from '../services/live/live-values.ts';
import { ChangeStore } from '../services/record/change-store.ts';

/** After staging: compares with the device itself. One that cannot be reached is no fault (DECISIONS 18). */
export const readLiveJob = defineJob({
  id: 'changes.read-live',
  lane: 'outside',
  payload: Type.Object({ change_id: Type.String(), organization_id: Type.String() }),
  maxAttempts: 3,
  deps: { store: ChangeStore, live: LiveValues, logger: LOGGER },
  async run({ payload, deps }) {
    const system = systemPrincipal(payload.organization_id);
    try {
      const change = await deps.store.find(system, payload.change_id);
      const isBeingApplied = change.status !== 'pending' || change.last_outcome === 'running';
      if (!isBeingApplied) await deps.live.refresh(system, change);
    } catch (error) {
      const isExpected =
        error instanceof AdapterError || (error instanceof PatchbayError && error.kind !== 'unavailable');
      if (!isExpected) throw error;
      deps.logger.info('the live value of a staged change could not be read', {
        change_id: payload.change_id,
        error,
      });
    }
  },
});
