import { cameraStates } from './001-camera-states.ts';
import { cameraSubscriptions } from './002-camera-subscriptions.ts';

export const migrations = [cameraStates, cameraSubscriptions];
