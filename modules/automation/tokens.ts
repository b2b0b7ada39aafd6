import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { EventExplainer, OnceInvoker } from '@patchbay/module-fabric/contract';
import type {
  DraftCheck,
  Reruns,
  RunRecords,
  RunRetention,
  RunTests,
  RunWatch,
  RunWorker,
  TargetCheck,
} from '@patchbay/runs';
import type { ExecutionView } from './services/executions/execution-view.ts';
import type { RuleForRun } from './services/rules/rule-for-run.ts';

export const EXECUTIONS: Token<Public<RunRecords<ExecutionView>>> = token('automation.executions');
export const EXECUTION_WORKER: Token<Public<RunWorker>> = token('automation.execution-worker');
export const ONCE: Token<Public<OnceInvoker>> = token('automation.once-invoker');
/** Judges operations of the Fabric inside actions. */
export const OPERATION_CHECK: Token<Public<DraftCheck>> = token('automation.operation-check');
export const RERUNS: Token<Public<Reruns<RuleForRun, ExecutionView>>> = token('automation.reruns');
export const RETENTION: Token<Public<RunRetention>> = token('automation.retention');
export const RULE_TESTS: Token<Public<RunTests<RuleForRun, ExecutionView>>> = token('automation.rule-tests');
export const RULE_WHY_NOT: Token<EventExplainer> = token('automation.rule-why-not');
/** Looks up the ids that actions name. */
export const TARGETS: Token<Public<TargetCheck>> = token('automation.targets');
export const WATCH: Token<Public<RunWatch>> = token('automation.watch');
