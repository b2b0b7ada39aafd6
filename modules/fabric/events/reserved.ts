import { defineEvent } from '@patchbay/kernel/events';
import type { EventReservation } from '@patchbay/kernel/modules';
import type { Access } from '@patchbay/kernel/permissions';
import { NullableText } from '@patchbay/kernel/schema';
import Type, { type TProperties } from 'typebox';

/** Beyond what is named here, the module that will publish an event says what it brings. */
const open = { additionalProperties: true };
const equipment: Access = { permission: 'device:read' };

interface Kind {
  readonly owner: string;
  readonly category: string;
  readonly access?: Access;
  readonly produces?: readonly string[];
  readonly priority?: 'normal' | 'high';
  readonly payload: TProperties;
}

const reserve = (
  { owner, payload, access = equipment, ...facts }: Kind,
  type: string,
  title: string,
  description: string,
): EventReservation => ({
  owner,
  event: defineEvent({ ...facts, access, type, title, description, payload: Type.Object(payload, open) }),
});

const camera = { camera_id: Type.String(), site_id: NullableText };
const picture: Kind = {
  owner: 'cameras',
  category: 'cameras',
  produces: ['image/jpeg'],
  payload: camera,
};
const cameraStatus: Kind = { owner: 'cameras', category: 'camera', payload: camera };
const gateway: Kind = {
  owner: 'gateway',
  category: 'gateway',
  access: { permission: 'controller:read' },
  payload: { controller_id: Type.String(), site_id: NullableText },
};

/** Event types of SPEC 6.1 whose modules do not declare them yet, so that Connections can wait for them. */
export const reservedEvents: readonly EventReservation[] = [
  reserve(picture, 'cameras.event.motion', 'Motion', 'A camera saw motion.'),
  reserve(picture, 'cameras.event.person', 'Person', 'A camera saw a person.'),
  reserve(
    { ...picture, category: 'camera' },
    'camera.snapshot.captured',
    'Snapshot captured',
    'A picture was taken.',
  ),
  reserve(cameraStatus, 'camera.status.online', 'Camera online', 'A camera answers again.'),
  reserve(
    { ...cameraStatus, priority: 'high' },
    'camera.status.offline',
    'Camera offline',
    'A camera stopped answering.',
  ),
  reserve(gateway, 'gateway.sync.completed', 'Sync completed', 'A gateway was read to its end.'),
  reserve(
    { ...gateway, priority: 'high' },
    'gateway.brain.offline',
    'Brain offline',
    'The controller that holds the VLANs of a site stopped answering.',
  ),
  reserve(
    {
      owner: 'backups',
      category: 'backup',
      priority: 'high',
      payload: {
        backup_id: Type.String(),
        device_id: NullableText,
        site_id: NullableText,
        reason: Type.String(),
      },
    },
    'backup.validation.failed',
    'Backup invalid',
    'A backup could not be read back.',
  ),
  reserve(
    {
      owner: 'ai',
      category: 'ai',
      access: { role: 'org_admin' },
      priority: 'high',
      payload: {
        monthly_token_budget: Type.Integer(),
        tokens_used_this_month: Type.Integer(),
        percentage_used: Type.Number(),
      },
    },
    'ai.budget.warning',
    'Token budget nearly used',
    'Four fifths of the monthly token budget are used.',
  ),
];
