import type { LabController, LabControllerOptions } from './controllers/lab-controller.ts';
import { OpenWrtController } from './controllers/openwrt/controller.ts';
import { OpnsenseController } from './controllers/opnsense/controller.ts';
import { PfSenseController } from './controllers/pfsense/controller.ts';
import { RouterOsController } from './controllers/routeros/controller.ts';
import { UnifiController } from './controllers/unifi/controller.ts';

/** Every simulated vendor by the name its controllers carry in the interface. */
export const labVendors: Readonly<Record<string, (options: LabControllerOptions) => LabController>> = {
  mikrotik: (options) => new RouterOsController(options),
  unifi: (options) => new UnifiController(options),
  pfsense: (options) => new PfSenseController(options),
  openwrt: (options) => new OpenWrtController(options),
  opnsense: (options) => new OpnsenseController(options),
};

/** A small site: a router at the edge and one at a branch. */
export function smallSite(options: LabControllerOptions): readonly LabController[] {
  const shared = { ...options, port: 0, control_port: 0 };
  const second = shared.ledger_file === undefined ? {} : { ledger_file: `${shared.ledger_file}.branch` };
  return [
    new RouterOsController({ ...shared, identity: 'edge-router', serial: 'HGA09LAB001' }),
    new RouterOsController({
      ...shared,
      ...second,
      identity: 'branch-router',
      serial: 'HGA09LAB002',
      devices: 8,
    }),
  ];
}
