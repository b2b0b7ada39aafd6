import { defineModule } from '@patchbay/kernel/modules';
import { ChangesConfig } from './config.ts';
import { changeApplied, changeFailed, changeStaged } from './contract.ts';
import { contributions } from './contributions/index.ts';
import { entities } from './entities/index.ts';
import { errors } from './errors/index.ts';
import { changeSetFinished, changeSetProgress } from './events/change-sets.ts';
import { approvalPolicyChanged, changeFreezeChanged } from './events/settings.ts';
import { changeSetStepJob, changeSetWatchJob } from './jobs/change-sets.ts';
import { readLiveJob } from './jobs/read-live.ts';
import { rollbackJob } from './jobs/rollback.ts';
import { migrations } from './migrations/index.ts';
import { providers } from './providers/index.ts';
import { routes } from './routes/index.ts';

export default defineModule({
  id: 'changes',
  title: 'Staged changes',
  status: 'available',
  version: '26.9.0',
  prefixes: ['/changes', '/change-sets'],
  requires: ['identity', 'organizations', 'inventory', 'system'],
  config: ChangesConfig,
  entities,
  migrations,
  providers,
  errors,
  routes,
  events: [
    changeStaged,
    changeApplied,
    changeFailed,
    changeSetProgress,
    changeSetFinished,
    approvalPolicyChanged,
    changeFreezeChanged,
  ],
  jobs: [readLiveJob, rollbackJob, changeSetStepJob, changeSetWatchJob],
  contributes: contributions,
});
