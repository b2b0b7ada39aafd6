import { join } from 'node:path';
import { AUDIT_RECORDS } from '@patchbay/kernel/audit';
import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide, provideAs } from '@patchbay/kernel/di';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { AUDIT_CONFIG } from './config.ts';
import { AUDIT_CHAIN, AUDIT_TRAIL } from './contract.ts';
import { AuditChain } from './services/audit-chain.ts';
import { AuditTrail } from './services/audit-trail.ts';
import { ChainWatch } from './services/chain-watch.ts';

export const providers: readonly Provider[] = [
  provideAs(AUDIT_TRAIL, AuditTrail, { database: DATABASE }),
  provide(
    AUDIT_CHAIN,
    [AUDIT_CONFIG, KERNEL_CONFIG, AUDIT_RECORDS, DATABASE, SECRETS, CLOCK, LOGGER],
    ({ AUDIT_CHECKPOINT_DIR }, { DATA_DIR }, ...deps) =>
      new AuditChain(...deps, AUDIT_CHECKPOINT_DIR ?? join(DATA_DIR, 'audit-checkpoints')),
    (chain) => chain.stop(),
  ),
  provide(
    ChainWatch,
    [DATABASE, AUDIT_CHAIN, LOGGER],
    (...deps) => new ChainWatch(...deps),
    (watch) => watch.close(),
  ),
];
