import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { KeptArtifacts } from './services/kept-artifacts.ts';
import type { Places } from './services/places/places.ts';
import type { PoolWatch } from './services/pools/pool-watch.ts';
import type { StorageHealth } from './services/storage-health.ts';
import type { StoredBlobs } from './services/stored-blobs.ts';
import type { ArtifactSweep } from './services/sweep.ts';

export const PLACES: Token<Places> = token('storage.places');
export const KEPT_ARTIFACTS: Token<Public<KeptArtifacts>> = token('storage.kept-artifacts');
export const STORED_BLOBS: Token<Public<StoredBlobs>> = token('storage.stored-blobs');
export const STORAGE_HEALTH: Token<Public<StorageHealth>> = token('storage.health');
export const ARTIFACT_SWEEP: Token<Public<ArtifactSweep>> = token('storage.sweep');
export const POOL_WATCH: Token<Public<PoolWatch>> = token('storage.pool-watch');
