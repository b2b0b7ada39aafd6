import { validationFailed } from '@patchbay/kernel/errors';
import type { StageRequest, Stager } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Changes } from '../contract.ts';

/** Write operations of the Fabric end in the pending queue, with what led to them (DECISIONS 28). */
export class FabricStager implements Stager {
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
    const { id } = await this.#changes.stage(principal, request);
    return { change_id: id };
  }
}
