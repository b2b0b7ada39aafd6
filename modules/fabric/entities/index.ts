import type { TablesOf } from '@patchbay/kernel/database';
import { Connection } from './connection.ts';
import { ConnectionBacktest } from './connection-backtest.ts';
import { ConnectionCooldown } from './connection-cooldown.ts';
import { ConnectionCounter } from './connection-counter.ts';
import { ConnectionEffect } from './connection-effect.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { ConnectionMiss } from './connection-miss.ts';
import { ConnectionRate } from './connection-rate.ts';
import { ConnectionRevision } from './connection-revision.ts';
import { ConnectionRun } from './connection-run.ts';

export const entities = [
  Connection,
  ConnectionRun,
  ConnectionBacktest,
  ConnectionCooldown,
  ConnectionCounter,
  ConnectionEffect,
  ConnectionFailure,
  ConnectionRate,
  ConnectionMiss,
  ConnectionRevision,
];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
