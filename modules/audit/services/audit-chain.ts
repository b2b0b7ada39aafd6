import { type AuditRecords, ChainKeys } from '@patchbay/kernel/audit';
import type { Database } from '@patchbay/kernel/database';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock, Logger } from '@patchbay/kernel/telemetry';
import { exportChain } from './chain/chain-export.ts';
import { type ChainReport, ChainValidator } from './chain-validator.ts';
import { CheckpointFolder } from './checkpoints/checkpoint-folder.ts';
import { CheckpointKeeper, type SetBackListener } from './checkpoints/checkpoint-keeper.ts';
import { Sealer } from './sealing/sealer.ts';

/** The hash-chained record of every organization: seals and validates (R15). */
export class AuditChain {
  readonly #sealer: Sealer;
  readonly #validator: ChainValidator;
  readonly #checkpoints: CheckpointKeeper;
  readonly #lines: (organization_id: string) => AsyncGenerator<string>;
  readonly #stopListening: () => void;

  /** `folder` holds the checkpoints outside the database. */
  constructor(
    records: Pick<AuditRecords, 'onCommitted'>,
    database: Database,
    secrets: SecretBox,
    clock: Clock,
    logger: Logger,
    folder: string,
  ) {
    const keys = new ChainKeys(secrets);
    this.#sealer = new Sealer({ database, keys, logger });
    const outside = new CheckpointFolder({ folder, logger });
    this.#checkpoints = new CheckpointKeeper({ database, keys, folder: outside, clock, logger });
    this.#validator = new ChainValidator({
      database,
      keys,
      sealer: this.#sealer,
      checkpoints: this.#checkpoints,
    });
    this.#lines = (organization_id) => exportChain(database, secrets, clock, organization_id);
    this.#stopListening = records.onCommitted((...committed) => this.#sealer.wake(...committed));
  }

  start(): void {
    this.#sealer.start();
    this.#checkpoints.start();
  }

  /** Called when a chain does not fit its checkpoint any more; answers a function that ends the subscription. */
  onSetBack(listener: SetBackListener): () => void {
    return this.#checkpoints.onSetBack(listener);
  }

  /** Keeps the end of every chain outside the database now. */
  keepCheckpoints(): Promise<void> {
    return this.#checkpoints.keepAll();
  }

  /** Every organization with a chain. */
  organizations(): AsyncGenerator<string> {
    return this.#checkpoints.organizations();
  }

  /** Takes the chain of one organization as it is, whatever was kept of it: for use after a restore. */
  async acceptChain(organization_id: string): Promise<void> {
    await this.#sealer.seal(organization_id);
    await this.#checkpoints.accept(organization_id);
  }

  /** Seals what is committed, then checks the whole chain of one organization. */
  validate(organization_id: string): Promise<ChainReport> {
    return this.#validator.validate(organization_id);
  }

  /** Chains whose head no given key has signed: they can be neither sealed further nor validated. */
  countForeignHeads(): Promise<number> {
    return this.#validator.countForeignHeads();
  }

  /** Gives every committed record of one organization its place; the head is signed with the current key. */
  async seal(organization_id: string): Promise<void> {
    await this.#sealer.seal(organization_id);
  }

  /** Seals what is committed, then gives the chain of one organization as lines; `ExportVerifier` reads them. */
  async *export(organization_id: string): AsyncGenerator<string> {
    await this.#sealer.seal(organization_id);
    yield* this.#lines(organization_id);
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#sealer.stop();
    await this.#checkpoints.stop();
  }
}
