import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
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
import { DeviceHistories } from '../services/devices/device-history.ts';
import { Devices } from '../services/devices/devices.ts';

const read = { permission: 'device:read' } as const;
const write = { permission: 'device:write' } as const;
const deps = { devices: Devices };

export const deviceRoutes = [
  route({
    id: 'devices.list',
    method: 'GET',
    path: '/devices',
    summary: 'List devices; `search` looks in name, address and hardware address, `tag` in tags',
    access: read,
    query: DeviceQuery,
    reply: pageSchema(DeviceReply),
    deps,
    handle: ({ principal, query, deps }) => deps.devices.list(principal, query),
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
  route({
    id: 'devices.get',
    method: 'GET',
    path: '/devices/{device_id}',
    summary: 'Get a device',
    access: read,
    reply: DeviceReply,
    deps,
    handle: ({ principal, params, deps }) => deps.devices.get(principal, params.device_id),
  }),
  route({
    id: 'devices.history',
    method: 'GET',
    path: '/devices/{device_id}/history',
    summary: 'What became of a device: who changed which field when, from what to what',
    description: 'Newest first, kept for a year. `actor_id` is null for what a controller reported.',
    access: read,
    query: DeviceHistoryQuery,
    reply: pageSchema(DeviceHistoryReply),
    deps: { histories: DeviceHistories },
    handle: ({ principal, params, query, deps }) => deps.histories.list(principal, params.device_id, query),
  }),
  route({
    id: 'devices.update',
    method: 'PATCH',
    path: '/devices/{device_id}',
    summary: 'Change a device; later syncs keep what was set',
    access: write,
    reach: 'sites',
    body: DevicePatch,
    reply: DeviceReply,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.devices.update(principal, params.device_id, body, request.if_match),
  }),
  route({
    id: 'devices.delete',
    method: 'DELETE',
    path: '/devices/{device_id}',
    summary: 'Delete a device; later syncs do not bring it back',
    access: write,
    reach: 'sites',
    status: 204,
    deps,
    handle: ({ principal, params, deps }) => deps.devices.remove(principal, params.device_id),
  }),
  route({
    id: 'devices.restore',
    method: 'POST',
    path: '/devices/{device_id}/restore',
    summary: 'Bring a deleted device back',
    access: write,
    reach: 'sites',
    reply: DeviceReply,
    errors: [quotaExceeded],
    deps,
    handle: ({ principal, params, deps }) => deps.devices.restore(principal, params.device_id),
  }),
];
