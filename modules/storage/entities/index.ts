import type { TablesOf } from '@patchbay/kernel/database';
import { KeptArtifact } from './kept-artifact.ts';
import { PoolLook } from './pool-look.ts';
import { PoolState } from './pool-state.ts';
import { StoredBlob } from './stored-blob.ts';

export const entities = [KeptArtifact, StoredBlob, PoolLook, PoolState];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
