import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Explanation } from '@patchbay/runs';

/** Answers events beside Connections, and can say why it did not. */
export interface EventExplainer {
  readonly target: 'rule';
  /** Throws `kernel.not_found` when the reader sees either of the two not. */
  explain(principal: Principal, event_id: string, target_id: string): Promise<Explanation>;
}

export const EVENT_EXPLAINERS: ExtensionPoint<EventExplainer> = extensionPoint('fabric.event-explainers');

export { connectionPaused, connectionThrottled, ingestExternal } from './events/fabric.ts';
export { notifyOperation } from './operations/notify.ts';
export { webhookOperation } from './operations/webhook.ts';
export { permissionFindings } from './services/connections/author-permissions.ts';
export { Authors, authorsAmong } from './services/intake/authors.ts';
export { OnceInvoker } from './services/running/once-invoker.ts';
