import { validationFailed } from '@patchbay/kernel/errors';
import { type StageRequest, type Stager, stagingRefused } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import { type Changes, changeStaged } from '../contract.ts';
import { tooManyPending } from '../errors.ts';

/** Write operations of the Fabric end in the pending queue, with what led to them (DECISIONS 28). */
export class FabricStager implements Stager {
  readonly emits = [changeStaged.type];
  readonly #changes: Pick<Changes, 'stage'>;

  constructor(changes: Pick<Changes, 'stage'>) {
    this.#changes = changes;
  }

  async stage(
    principal: Principal,
    { artifact, ...request }: StageRequest,
  ): Promise<{ readonly change_id: string }> {
    if (artifact !== undefined)
      throw validationFailed({
        details: [
          { field: 'artifact', message: `${request.feature} takes no artifact`, type: 'not_allowed' },
        ],
      });
    const { id } = await this.#changes.stage(principal, request).catch(refusedAsStaging);
    return { change_id: id };
  }
}

/** A full queue is told in the Fabric's own words; its callers declare no errors of ours. */
function refusedAsStaging(error: unknown): never {
  if (!tooManyPending.matches(error)) throw error;
  throw stagingRefused({ message: tooManyPending.message, cause: error });
}
