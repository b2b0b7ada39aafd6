import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Explanation } from './services/explaining/explanation.ts';

/** Templating of step params, for whoever else fills texts from events (SPEC 4.5, DECISIONS 25). */
export {
  type PathVerdict,
  pathInSchema,
  renderTemplate,
  type TemplateContext,
  type TemplateResult,
  templatePaths,
} from '@patchbay/kernel/fabric';
export type { Explanation };

/** Whoever else answers events, and can say why it did not. */
export interface EventExplainer {
  readonly target: 'rule';
  /** Throws `kernel.not_found` when the reader sees either of the two not. */
  explain(principal: Principal, event_id: string, target_id: string): Promise<Explanation>;
}

export const EVENT_EXPLAINERS: ExtensionPoint<EventExplainer> = extensionPoint('fabric.event-explainers');

export { connectionPaused, connectionThrottled, ingestExternal } from './events.ts';
export * from './execution-contract.ts';
