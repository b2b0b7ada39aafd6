import { type Public, type Token, token } from '@patchbay/kernel/di';
import type {
  Reruns,
  RunOwner,
  RunRecords,
  RunRetention,
  RunSteps,
  RunTests,
  RunWatch,
  RunWorker,
  WhyNot,
} from '@patchbay/runs';
import type { Static } from 'typebox';
import type { RunReply } from './schemas/runs.ts';
import type { BacktestRunner } from './services/backtest/backtest-runner.ts';
import type { Backtests } from './services/backtest/backtests.ts';
import type { Connections } from './services/connections/connections.ts';
import type { Suggestions } from './services/connections/suggestions.ts';
import type { EventFeed } from './services/events/event-feed.ts';
import type { EventReplays } from './services/events/event-replays.ts';
import type { Ingest } from './services/events/ingest.ts';
import type { RunIntake } from './services/intake/run-intake.ts';
import type { Notifier } from './services/sinks/notifier.ts';
import type { OperationInvocation } from './services/sinks/operation-invocation.ts';
import type { WebhookSender } from './services/sinks/webhook-sender.ts';

type RunView = Static<typeof RunReply>;

export const BACKTESTS: Token<Public<Backtests>> = token('fabric.backtests');
export const BACKTEST_RUNNER: Token<Public<BacktestRunner>> = token('fabric.backtest-runner');
export const CONNECTIONS: Token<Public<Connections>> = token('fabric.connections');
export const EVENT_FEED: Token<Public<EventFeed>> = token('fabric.event-feed');
export const EVENT_REPLAYS: Token<Public<EventReplays>> = token('fabric.event-replays');
export const INGEST: Token<Public<Ingest>> = token('fabric.ingest');
export const NOTIFIER: Token<Public<Notifier>> = token('fabric.notifier');
export const OPERATION_INVOCATION: Token<Public<OperationInvocation>> = token('fabric.operation-invocation');
export const RERUNS: Token<Public<Reruns<RunOwner, RunView>>> = token('fabric.reruns');
export const RUN_INTAKE: Token<Public<RunIntake>> = token('fabric.run-intake');
export const RUN_RETENTION: Token<Public<RunRetention>> = token('fabric.run-retention');
export const RUN_STEPS: Token<Public<RunSteps>> = token('fabric.run-steps');
export const RUN_TESTS: Token<Public<RunTests<RunOwner, RunView>>> = token('fabric.run-tests');
export const RUN_WATCH: Token<Public<RunWatch>> = token('fabric.run-watch');
export const RUN_WORKER: Token<Public<RunWorker>> = token('fabric.run-worker');
export const RUNS: Token<Public<RunRecords<RunView>>> = token('fabric.runs');
export const SUGGESTIONS: Token<Public<Suggestions>> = token('fabric.suggestions');
export const WEBHOOK_SENDER: Token<Public<WebhookSender>> = token('fabric.webhook-sender');
export const WHY_NOT: Token<Public<WhyNot>> = token('fabric.why-not');
