import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { CameraWatch } from './services/camera-watch.ts';
import type { SightingWatch } from './services/sighting-watch.ts';
import type { Snapshots } from './services/snapshots.ts';

export const SNAPSHOTS: Token<Public<Snapshots>> = token('cameras.snapshots');
export const SIGHTING_WATCH: Token<Public<SightingWatch>> = token('cameras.sighting-watch');
export const CAMERA_WATCH: Token<Public<CameraWatch>> = token('cameras.watch');
