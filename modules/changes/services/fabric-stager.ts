import type { Database } from '@patchbay/kernel/database';
import { validationFailed } from '@patchbay/kernel/errors';
import {
  type ArtifactReference,
  type Artifacts,
  artifactRequired,
  type StageRequest,
  type Stager,
  stagingRefused,
} from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import { type Changes, changeStaged } from '../contract.ts';
import { tooManyPending } from '../errors.ts';

/** Field of a staged payload that holds the reference to its artifact (SPEC 4.5). */
const ARTIFACT_FIELD = 'artifact';

export interface FabricStagerDeps {
  readonly changes: Pick<Changes, 'stage'>;
  readonly artifacts: Pick<Artifacts, 'renew'>;
  readonly database: Pick<Database, 'write'>;
}

/** Write operations of the Fabric end in the pending queue, with what led to them (DECISIONS 28). */
export class FabricStager implements Stager {
  readonly emits = [changeStaged.type];
  readonly #deps: FabricStagerDeps;

  constructor(deps: FabricStagerDeps) {
    this.#deps = deps;
  }

  async stage(
    principal: Principal,
    { artifact, ...request }: StageRequest,
  ): Promise<{ readonly change_id: string }> {
    const staging = artifact
      ? this.#stageWith(principal, request, artifact.reference)
      : this.#deps.changes.stage(principal, request);
    const { id } = await staging.catch(refusedAsStaging);
    return { change_id: id };
  }

  /** The change and the renewed time of its artifact commit together, so that no pending change loses its bytes. */
  async #stageWith(principal: Principal, request: StageRequest, reference: ArtifactReference | undefined) {
    const { changes, artifacts, database } = this.#deps;
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

/** A full queue is told in the Fabric's own words; its callers declare no errors of ours. */
function refusedAsStaging(error: unknown): never {
  if (!tooManyPending.matches(error)) throw error;
  throw stagingRefused({ message: tooManyPending.message, cause: error });
}
