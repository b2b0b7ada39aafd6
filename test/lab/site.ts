import { AsteriskController } from './controllers/asterisk/controller.ts';
import type { LabController } from './controllers/lab-controller.ts';
import type { LabControllerOptions } from './controllers/lab-options.ts';
import { OnvifController } from './controllers/onvif/controller.ts';
import { OpenWrtController } from './controllers/openwrt/controller.ts';
import { OpnsenseController } from './controllers/opnsense/controller.ts';
import { PfSenseController } from './controllers/pfsense/controller.ts';
import { ProxmoxController } from './controllers/proxmox/controller.ts';
import { RouterOsController } from './controllers/routeros/controller.ts';
import { UnifiController } from './controllers/unifi/controller.ts';

/** Every simulated vendor by the name its controllers carry in the interface. */
export const labVendors = {
  mikrotik: (options: LabControllerOptions): LabController => new RouterOsController(options),
  unifi: (options: LabControllerOptions): LabController => new UnifiController(options),
  pfsense: (options: LabControllerOptions): LabController => new PfSenseController(options),
  openwrt: (options: LabControllerOptions): LabController => new OpenWrtController(options),
  opnsense: (options: LabControllerOptions): LabController => new OpnsenseController(options),
  proxmox: (options: LabControllerOptions): LabController => new ProxmoxController(options),
  onvif: (options: LabControllerOptions): LabController => new OnvifController(options),
  asterisk: (options: LabControllerOptions): LabController => new AsteriskController(options),
} satisfies Readonly<Record<string, (options: LabControllerOptions) => LabController>>;

export type LabVendor = keyof typeof labVendors;

export const isLabVendor = (name: string): name is LabVendor => Object.hasOwn(labVendors, name);

/** One site as providers have them: who does what there, and how many devices stand behind it. */
const SITE = [
  { vendor: 'mikrotik', devices: 60 },
  { vendor: 'opnsense', devices: 40 },
  { vendor: 'pfsense', devices: 40 },
  { vendor: 'unifi', devices: 120 },
  { vendor: 'openwrt', devices: 24 },
  { vendor: 'proxmox', devices: 40 },
] as const;

/** A whole site, one controller of every vendor on ports of their own; `devices` in the options is for each. */
export function wholeSite(options: LabControllerOptions): readonly LabController[] {
  return SITE.map(({ vendor, devices }) => {
    const ledger_file =
      options.ledger_file === undefined ? {} : { ledger_file: `${options.ledger_file}.${vendor}` };
    return labVendors[vendor]({ devices, ...options, ...ledger_file, port: 0, control_port: 0 });
  });
}
