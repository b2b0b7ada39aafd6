import { defineModule } from '@patchbay/kernel/modules';
import { changeSetFinished, changeSetProgress } from './change-set-events.ts';
import { changeSetStepJob, changeSetWatchJob } from './change-set-jobs.ts';
import { ChangesConfig } from './config.ts';
import { changeApplied, changeFailed, changeStaged } from './contract.ts';
import { contributions } from './contributions.ts';
import { entities } from './entities/index.ts';
import { errors } from './errors.ts';
import { readLiveJob } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { providers } from './providers.ts';
import { routes } from './routes.ts';
import { approvalPolicyChanged, changeFreezeChanged } from './settings-events.ts';
import { takeBackJob } from './take-back-job.ts';

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
  jobs: [readLiveJob, takeBackJob, changeSetStepJob, changeSetWatchJob],
  contributes: contributions,
});
