import { defineEvent } from '@patchbay/kernel/events';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

const access = { permission: 'device:read' } as const;
/** Later versions of an event may have fields that this one has not. */
const open = { additionalProperties: true };

/** Reference of the picture; steps that take an artifact get it. */
const ArtifactSchema = Type.Object({
  token: Type.String(),
  sha256: Type.String(),
  size: Type.Integer(),
  media_type: Type.String(),
});

/** SPEC 6.1. `artifact` is missing when the store of artifacts could not be used. */
export const snapshotCaptured = defineEvent({
  type: 'camera.snapshot.captured',
  title: 'Snapshot captured',
  description: 'A picture was taken with a camera.',
  category: 'camera',
  access,
  produces: ['image/jpeg'],
  payload: Type.Object(
    {
      camera_id: Type.String(),
      device_id: Type.String(),
      name: Type.String(),
      site_id: Type.String(),
      /** The same for repetitions of one step. */
      snapshot_id: Type.String(),
      taken_at: Type.String(),
      artifact: Type.Optional(ArtifactSchema),
    },
    open,
  ),
});

const sightingEvent = (kind: 'motion' | 'person', title: string, description: string) =>
  defineEvent({
    type: `cameras.event.${kind}`,
    title,
    description,
    category: 'cameras',
    access,
    produces: ['image/jpeg'],
    payload: Type.Object(
      {
        camera_id: Type.String(),
        device_id: Type.String(),
        name: Type.String(),
        site_id: Type.String(),
        detected_at: Type.String({ description: "by the camera's own clock, if it reports one" }),
        artifact: Type.Optional(ArtifactSchema),
      },
      open,
    ),
  });

/** SPEC 6.1. `artifact` is missing when no picture could be had. */
export const cameraMotion = sightingEvent('motion', 'Motion', 'A camera saw motion.');
export const cameraPerson = sightingEvent('person', 'Person', 'A camera saw a person.');

const statusEvent = (status: 'online' | 'offline', title: string, description: string) =>
  defineEvent({
    type: `camera.status.${status}`,
    title,
    description,
    category: 'camera',
    priority: status === 'offline' ? 'high' : 'normal',
    access,
    payload: Type.Object(
      { camera_id: Type.String(), device_id: Type.String(), name: Type.String(), site_id: NullableText },
      open,
    ),
  });

export const cameraOnline = statusEvent('online', 'Camera online', 'A camera answers again.');
export const cameraOffline = statusEvent('offline', 'Camera offline', 'A camera stopped answering.');
