import { contributeWith } from '@patchbay/kernel/extension';
import { CATALOG, STAGERS } from '@patchbay/kernel/fabric';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { notifyOperation, webhookOperation } from '@patchbay/module-fabric/contract';
import { STAGED_FEATURES } from '@patchbay/vendor-kit';
import { AUTOMATION_ACTIONS } from '../../contract.ts';
import { ONCE, OPERATION_CHECK, TARGETS } from '../../tokens.ts';
import { operationAction } from './operation-action.ts';
import { sinkAction } from './sink-action.ts';
import { stageAction } from './stage-action.ts';

const notifyFacts = {
  action_type: 'notify',
  title: 'Notify',
  description: 'Notifies people through the given channels: email, chat, in_app, webhook.',
};
const webhookFacts = {
  action_type: 'webhook',
  title: 'Webhook',
  description:
    'Sends a signed request to a public destination; a repeated one bears the same X-Fabric-Delivery.',
};

/** Actions that need no other module. */
export const builtInActions = [
  contributeWith(
    AUTOMATION_ACTIONS,
    { once: ONCE, check: OPERATION_CHECK, targets: TARGETS },
    ({ once, check, targets }) => operationAction(once, check, targets),
  ),
  contributeWith(AUTOMATION_ACTIONS, { once: ONCE, catalog: CATALOG }, ({ once, catalog }) =>
    sinkAction(once, notifyOperation, notifyFacts, catalog),
  ),
  contributeWith(AUTOMATION_ACTIONS, { once: ONCE, catalog: CATALOG }, ({ once, catalog }) =>
    sinkAction(once, webhookOperation, webhookFacts, catalog),
  ),
  contributeWith(
    AUTOMATION_ACTIONS,
    {
      once: ONCE,
      stagers: STAGERS.all,
      features: STAGED_FEATURES.all,
      permissions: PERMISSION_MAP,
      targets: TARGETS,
    },
    (deps) => stageAction(deps),
  ),
];
