import { type ExtensionPoint, extensionPoint } from '../extension/index.ts';

/** Work of a module beside its jobs, on while the module is switched off too. The disposer of its provider ends it. */
export interface Background {
  /** Called once where the platform serves, after the event log and before jobs and doors. */
  start(): void;
}

/** `contributes: [contributeWith(BACKGROUND, { sealer: SEALER }, ({ sealer }) => sealer)]` */
export const BACKGROUND: ExtensionPoint<Background> = extensionPoint('kernel.background', {
  whileOff: true,
});
