import { migration, tenantTable } from '@patchbay/kernel/database';

export const cameraSubscriptions = migration(
  'cameras.002-camera-subscriptions',
  tenantTable('camera_subscriptions', {
    softDelete: false,
    siteColumn: null,
    columns: [
      'subscription text',
      'claimed_until timestamptz not null',
      'ask_after timestamptz not null default now()',
      'last_error text',
    ],
  }),
  tenantTable('camera_sightings', {
    softDelete: false,
    siteColumn: null,
    columns: ['motion_told_at timestamptz', 'person_told_at timestamptz'],
  }),
);
