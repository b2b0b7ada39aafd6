import type { Access } from '../../permissions/index.ts';

const devices = { permission: 'device:read' } as const;
const platform = { role: 'super_admin' } as const;

/**
 * First segments that may be subscribed to before any module declares events below them, and the access that
 * every event below them has (SPEC 6.3.6, DECISIONS 31). `plugin` stands here for the time before the first
 * plugin is installed.
 */
export const SUBSCRIPTION_PREFIXES: Readonly<Record<string, Access>> = Object.freeze({
  device: devices,
  discovery: devices,
  pbx: devices,
  camera: devices,
  nvr: devices,
  alert: { permission: 'alert:read' },
  sla: { permission: 'analytics:read' },
  controller: { permission: 'controller:read' },
  vpn: { permission: 'vpn:read' },
  audit: { permission: 'audit:read' },
  security: { permission: 'audit:read' },
  settings: { permission: 'settings:read' },
  user: { permission: 'user:read' },
  admin: platform,
  system: platform,
  plugin: { role: 'org_admin' },
});

/** Access of the prefix an event type or pattern begins with; undefined for a wildcard and for other prefixes. */
export const prefixAccess = (first: unknown): Access | undefined =>
  typeof first === 'string' && Object.hasOwn(SUBSCRIPTION_PREFIXES, first)
    ? SUBSCRIPTION_PREFIXES[first]
    : undefined;
