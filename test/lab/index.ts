export { AsteriskController, type AsteriskOptions } from './controllers/asterisk/controller.ts';
export { LabClock } from './controllers/lab-clock.ts';
export type { LabController, LabEndpoint } from './controllers/lab-controller.ts';
export { LabMachine } from './controllers/lab-machine.ts';
export type {
  LabAnswer,
  LabProduct,
  LabRequest,
  StandardRefusal,
} from './controllers/lab-product.ts';
export { OnvifController, type OnvifOptions } from './controllers/onvif/controller.ts';
export { OpenWrtController, type OpenWrtOptions } from './controllers/openwrt/controller.ts';
export { OpnsenseController, type OpnsenseOptions } from './controllers/opnsense/controller.ts';
export {
  PfSenseController,
  type PfSenseEndpoint,
  type PfSenseOptions,
} from './controllers/pfsense/controller.ts';
export {
  ProxmoxController,
  type ProxmoxEndpoint,
  type ProxmoxOptions,
} from './controllers/proxmox/controller.ts';
export { RouterOsController, type RouterOsOptions } from './controllers/routeros/controller.ts';
export { UnifiController, type UnifiOptions } from './controllers/unifi/controller.ts';
export { wholeSite } from './site.ts';
