export type { LabController, LabEndpoint } from './controllers/lab-controller.ts';
export { RouterOsController, type RouterOsOptions } from './controllers/routeros/controller.ts';
