import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { STAGERS } from '@patchbay/kernel/fabric';
import { defineModule } from '@patchbay/kernel/modules';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { CHANGES, changeApplied, changeFailed, changeStaged } from './contract.ts';
import { ChangeAttempt } from './entities/change-attempt.ts';
import { PendingChange } from './entities/pending-change.ts';
import { errors } from './errors.ts';
import { readLiveJob } from './jobs.ts';
import { migrations } from './migrations/index.ts';
import { providers } from './providers.ts';
import { routes } from './routes.ts';
import { FabricStager } from './services/fabric-stager.ts';

export default defineModule({
  id: 'changes',
  title: 'Staged changes',
  status: 'available',
  version: '26.9.0',
  prefixes: ['/changes'],
  requires: ['inventory', 'system'],
  entities: [PendingChange, ChangeAttempt],
  migrations,
  providers,
  errors,
  routes,
  events: [changeStaged, changeApplied, changeFailed],
  jobs: [readLiveJob],
  contributes: [
    contributeWith(STAGERS, { changes: CHANGES }, ({ changes }) => new FabricStager(changes)),
    ...contribute(SEALED_COLUMNS, { table: 'pending_changes', column: 'sealed_payload' }),
  ],
});
