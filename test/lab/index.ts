export { AsteriskController } from './controllers/asterisk/controller.ts';
export { LabClock } from './controllers/lab-clock.ts';
export { LabController } from './controllers/lab-controller.ts';
export type { LabEndpoint } from './controllers/lab-endpoint.ts';
export type { LabControllerOptions } from './controllers/lab-options.ts';
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
