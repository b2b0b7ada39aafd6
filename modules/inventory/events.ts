import { defineEvent } from '@patchbay/kernel/events';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const where = {
  controller_id: Type.String(),
  site_id: Type.String(),
  vendor: Type.String(),
  /** The feature that writes it, without the vendor's prefix, and the vendor's id of the object. */
  feature: Type.String(),
  target_id: Type.String(),
  enabled: Type.Boolean(),
};

const VlanPayload = Type.Object({
  ...where,
  vlan_id: Type.Integer(),
  name: Nullable(Type.String()),
  subnet: Nullable(Type.String()),
});

const WifiPayload = Type.Object({
  ...where,
  ssid: Type.String(),
  security: Nullable(Type.String()),
});

export type VlanNews = Static<typeof VlanPayload>;
export type WifiNews = Static<typeof WifiPayload>;

const verbs = {
  created: 'appeared on',
  updated: 'changed on',
  deleted: 'went from',
} as const;
type Verb = keyof typeof verbs;

const networkEvent = <const S extends Type.TSchema>(type: string, noun: string, verb: Verb, payload: S) =>
  defineEvent({
    type: `network.${type}.${verb}`,
    title: `${noun} ${verb}`,
    description: `A ${noun} ${verbs[verb]} a controller, seen by a sync or read back after an apply.`,
    category: 'network',
    access: { permission: 'controller:read' },
    payload,
  });

/** SPEC 6.1. Objects found at a controller's first reading publish none of them. */
export const vlanEvents = {
  created: networkEvent('vlan', 'VLAN', 'created', VlanPayload),
  updated: networkEvent('vlan', 'VLAN', 'updated', VlanPayload),
  deleted: networkEvent('vlan', 'VLAN', 'deleted', VlanPayload),
};

export const wifiEvents = {
  created: networkEvent('wifi', 'wireless network', 'created', WifiPayload),
  updated: networkEvent('wifi', 'wireless network', 'updated', WifiPayload),
  deleted: networkEvent('wifi', 'wireless network', 'deleted', WifiPayload),
};

export const networkEvents = [...Object.values(vlanEvents), ...Object.values(wifiEvents)];
