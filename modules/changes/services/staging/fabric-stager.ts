import type { Database, Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type PatchbayError, validationFailed } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import {
  type ArtifactReference,
  type Artifacts,
  artifactRequired,
  type StageFinding,
  type StageRequest,
  type Stager,
  type StageTarget,
  stagingRefused,
} from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { StagedFeature } from '@patchbay/vendor-kit';
import { type Changes, changeStaged } from '../../contract.ts';
import { ownedByOrchestration, tooManyPending } from '../../errors/index.ts';

/** Field of a staged payload that holds the reference to its artifact (SPEC 4.5). */
const ARTIFACT_FIELD = 'artifact';

export interface FabricStagerDeps {
  readonly changes: Pick<Changes, 'stage'>;
  readonly artifacts: Pick<Artifacts, 'renew'>;
  readonly database: Pick<Database, 'write'>;
  readonly features: Contributions<StagedFeature>;
}

/** Write operations of the Fabric end in the pending queue, with what led to them (DECISIONS 28). */
export class FabricStager extends Service<FabricStagerDeps> implements Stager {
  readonly emits = [changeStaged.type];

  /** A missing controller is reported by the reference to it. */
  async judge({ sql: db }: Unit, { feature: key, controller_id }: StageTarget): Promise<StageFinding | null> {
    const field = 'controller_id';
    const feature = this.parts.features.values.find((each) => each.key === key);
    if (feature === undefined)
      return { field, type: 'unavailable', message: `${key} is switched off`, severity: 'warning' };
    if (feature.vendor === null) return null;
    const controller = await db
      .selectFrom('controllers')
      .select('vendor')
      .where('id', '=', controller_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (controller === undefined || controller.vendor === feature.vendor) return null;
    const message = `${key} is for ${feature.vendor}, and this is a controller of ${controller.vendor}`;
    return { field, type: 'vendor_mismatch', message, severity: 'error' };
  }

  async stage(
    principal: Principal,
    { artifact, ...request }: StageRequest,
  ): Promise<{ readonly change_id: string }> {
    const staging = artifact
      ? this.#stageWith(principal, request, artifact.reference)
      : this.parts.changes.stage(principal, request);
    const { id } = await staging.catch(refusedAsStaging);
    return { change_id: id };
  }

  /** The change and the renewed time of its artifact commit together, so that no pending change loses its bytes. */
  async #stageWith(principal: Principal, request: StageRequest, reference: ArtifactReference | undefined) {
    const { changes, artifacts, database } = this.parts;
    if (reference === undefined) throw artifactRequired({ message: 'The artifact was not kept before.' });
    if (Object.hasOwn(request.payload, ARTIFACT_FIELD))
      throw validationFailed({
        details: [
          { field: ARTIFACT_FIELD, message: 'comes from the chain, not from params', type: 'not_allowed' },
        ],
      });
    const payload = { ...request.payload, [ARTIFACT_FIELD]: reference };
    return database.write(principal, async (work) => {
      await artifacts.renew(principal.organization_id, reference);
      return changes.stage(principal, { ...request, payload }, work);
    });
  }
}

/** Refusals of staging are turned into the Fabric's errors; its callers declare none of ours. */
function refusedAsStaging(error: unknown): never {
  if (tooManyPending.matches(error) || ownedByOrchestration.matches(error))
    throw stagingRefused({ message: (error as PatchbayError).message, cause: error });
  throw error;
}
