import { pageSchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
import { quotaExceeded } from '@patchbay/module-organizations/contract';
import {
  DeviceBulk,
  DeviceHistoryQuery,
  DeviceHistoryReply,
  DevicePatch,
  DeviceQuery,
  DeviceReply,
  DevicesUpdatedReply,
} from '../schemas/devices.ts';
import { DeviceHistories } from '../services/devices/device-histories.ts';
import { Devices } from '../services/devices/devices.ts';

const read = { permission: 'device:read' } as const;
const write = { permission: 'device:write' } as const;
const deps = { devices: Devices };

const devices = resource({
  id: 'devices',
  path: '/devices',
  parameter: 'device_id',
  service: Devices,
  read,
  write,
  reply: DeviceReply,
});

export const deviceRoutes = [
  devices.list({
    summary: 'List devices; `search` covers name, address and hardware address, `tag` the tags',
    query: DeviceQuery,
  }),
  route({
    id: 'devices.bulk',
    method: 'POST',
    path: '/devices/bulk',
    summary: 'Set fields of several devices, all or none',
    access: write,
    reach: 'sites',
    body: DeviceBulk,
    reply: DevicesUpdatedReply,
    deps,
    handle: ({ principal, body, deps }) => deps.devices.bulk(principal, body),
  }),
  devices.get({ summary: 'Get a device' }),
  route({
    id: 'devices.history',
    method: 'GET',
    path: '/devices/{device_id}/history',
    summary: 'List the history of a device: each changed field with its time, actor, former and new value',
    description: 'Newest first, kept for a year. `actor_id` is null for changes that a controller reported.',
    access: read,
    query: DeviceHistoryQuery,
    reply: pageSchema(DeviceHistoryReply),
    deps: { histories: DeviceHistories },
    handle: ({ principal, params, query, deps }) => deps.histories.list(principal, params.device_id, query),
  }),
  devices.update({
    summary: 'Change a device; later syncs keep the fields',
    reach: 'sites',
    body: DevicePatch,
  }),
  devices.remove({
    summary: 'Delete a device; later syncs do not bring it back',
    reach: 'sites',
  }),
  devices.act('restore', {
    summary: 'Bring a deleted device back',
    reach: 'sites',
    errors: [quotaExceeded],
  }),
];
