import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { EVENT_EXPLAINERS } from '@patchbay/module-fabric/contract';
import { ORGANIZATION_COUNTS, rowCount } from '@patchbay/module-organizations/contract';
import { builtInActions } from './contributions/actions/index.ts';
import { sealedColumns } from './contributions/sealed-columns.ts';
import { entities } from './entities/index.ts';
import * as errors from './errors.ts';
import { executionFailed, rulePaused, ruleThrottled } from './events.ts';
import { lookAtAutomation, tidyAutomation, watchAutomation } from './jobs.ts';
import { ruleListener } from './listeners.ts';
import { migrations } from './migrations/index.ts';
import { automationWrite, rulesRead } from './permissions.ts';
import { automationProviders } from './providers.ts';
import { executionRoutes } from './routes/executions.ts';
import { ruleRoutes } from './routes/rules.ts';
import { RULE_WHY_NOT } from './tokens.ts';

export default defineModule({
  id: 'automation',
  title: 'Automation',
  status: 'available',
  prefixes: ['/automation', '/actions'],
  requires: ['organizations', 'changes', 'fabric'],
  entities,
  migrations,
  providers: automationProviders,
  permissions: [rulesRead, automationWrite],
  errors: Object.values(errors),
  routes: [...ruleRoutes, ...executionRoutes],
  events: [executionFailed, rulePaused, ruleThrottled],
  jobs: [watchAutomation, lookAtAutomation, tidyAutomation],
  listeners: [ruleListener],
  contributes: [
    ...builtInActions,
    contributeWith(EVENT_EXPLAINERS, { whyNot: RULE_WHY_NOT }, ({ whyNot }) => whyNot),
    ...contribute(ORGANIZATION_COUNTS, rowCount('automation_rules')),
    ...sealedColumns,
  ],
});
