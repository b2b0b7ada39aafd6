import { defineModule } from '@patchbay/kernel/modules';
import { changeSetFinished, changeSetProgress } from './change-set-events.ts';
import { changeSetStepJob, changeSetWatchJob } from './change-set-jobs.ts';
import { ChangesConfig } from './config.ts';
import { changeApplied, changeFailed, changeStaged } from './contract.ts';
import { contributions } from './contributions.ts';
import { ApprovalPolicy } from './entities/approval-policy.ts';
import { ChangeAttempt } from './entities/change-attempt.ts';
import { ChangeComment } from './entities/change-comment.ts';
import { ChangeFreeze } from './entities/change-freeze.ts';
import { ChangeSet } from './entities/change-set.ts';
import { ChangeSetItem } from './entities/change-set-item.ts';
import { ChangeVote } from './entities/change-vote.ts';
import { PendingChange } from './entities/pending-change.ts';
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
  entities: [
    PendingChange,
    ChangeAttempt,
    ChangeComment,
    ApprovalPolicy,
    ChangeVote,
    ChangeFreeze,
    ChangeSet,
    ChangeSetItem,
  ],
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
