import { createHash } from 'node:crypto';
import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Artifact, Catalog, Invoker } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import { asExecutorError } from '@patchbay/runs';
import type { Static } from 'typebox';
import type { InvokeReply } from '../../schemas/connections.ts';

type Reply = Static<typeof InvokeReply>;

/** Invokes one operation for a person or a key; a write is staged (SPEC 4.5). */
export class OperationInvocation extends Service<{
  invoker: Pick<Invoker, 'invoke'>;
  catalog: Pick<Catalog, 'find'>;
  database: Pick<Database, 'write'>;
}> {
  async invoke(
    principal: Principal,
    operation_id: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Reply> {
    try {
      const result = await this.parts.invoker.invoke(principal, { operation_id, params, signal });
      if (result.staged) return result;
      await this.#record(principal, operation_id);
      const { output, artifact } = result;
      return { output: output ?? null, ...(artifact ? { artifact: viewOfArtifact(artifact) } : {}) };
    } catch (error) {
      throw this.parts.catalog.find(operation_id)?.operation.write ? asExecutorError(error) : error;
    }
  }

  /** Staging records itself. */
  #record(principal: Principal, target_id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) =>
      work.audit.record({ action: 'fabric.operations.invoke', target_type: 'operation', target_id }),
    );
  }
}

const viewOfArtifact = ({ media_type, bytes }: Artifact) => ({
  media_type,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  data: bytes.toString('base64'),
});
